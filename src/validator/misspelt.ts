import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { SchemaProblem } from '../model/schema-problem.ts';
import { nearestTypo } from './nearest.ts';
import { unknownProperty } from './problems.ts';

/**
 * Arguments that are valid only because the schema does not forbid unknown names, and look like a
 * slip: the name is near to a declared one that is not given. A server drops such an argument in
 * silence. Quiet where the schema says that it takes other names, and for names like no other.
 */
export function misspeltArguments(schema: JsonValue, args: JsonValue): SchemaProblem[] {
  return misspeltIn([schema], args, '', schema);
}

function misspeltIn(
  schemas: readonly JsonValue[],
  value: JsonValue,
  path: string,
  root: JsonValue,
): SchemaProblem[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      misspeltIn(itemSchemas(schemas, index, root), item, `${path}/${index}`, root),
    );
  }
  if (!isJsonObject(value)) return [];
  const shape = shapeOf(schemas, root);
  const missing = [...shape.declared.keys()].filter((name) => !Object.hasOwn(value, name));
  return Object.entries(value).flatMap(([name, inner]) => {
    const declared = shape.declared.get(name);
    if (declared !== undefined) {
      return misspeltIn(declared, inner, `${path}/${escapeSegment(name)}`, root);
    }
    const near = shape.open ? null : nearestTypo(name, missing);
    return near === null ? [] : [{ path, message: unknownProperty(name), nearest: near }];
  });
}

interface Shape {
  /** Every name that some branch knows, with the schemas of its value. */
  readonly declared: ReadonlyMap<string, readonly JsonValue[]>;
  /** Other names are welcome, or may be declared where we cannot look. */
  readonly open: boolean;
}

function shapeOf(schemas: readonly JsonValue[], root: JsonValue): Shape {
  const { all, unresolved } = applied(schemas, root);
  const declared = new Map<string, JsonValue[]>();
  const declare = (name: string, schema: readonly JsonValue[]) => {
    const known = declared.get(name);
    if (known === undefined) declared.set(name, [...schema]);
    else for (const each of schema) known.push(each);
  };
  for (const { properties, required } of all) {
    for (const [name, schema] of entriesOf(properties)) declare(name, [schema]);
    for (const name of listOf(required)) if (typeof name === 'string') declare(name, []);
  }
  return { declared, open: unresolved || all.some(takesOtherNames) };
}

function takesOtherNames(schema: JsonObject): boolean {
  const { additionalProperties = false, unevaluatedProperties = false } = schema;
  return (
    additionalProperties !== false ||
    unevaluatedProperties !== false ||
    entriesOf(schema.patternProperties).length > 0
  );
}

function itemSchemas(schemas: readonly JsonValue[], index: number, root: JsonValue): JsonValue[] {
  return applied(schemas, root).all.flatMap(({ items, prefixItems }) => {
    const positional = listOf(prefixItems)[index] ?? listOf(items)[index];
    return [positional ?? (isJsonObject(items) ? items : null)];
  });
}

/** The schemas and all that apply to the same value through them, whichever branch holds. */
function applied(
  schemas: readonly JsonValue[],
  root: JsonValue,
): { readonly all: readonly JsonObject[]; readonly unresolved: boolean } {
  const all = new Set<JsonObject>();
  const queue = [...schemas];
  let unresolved = false;
  // It grows while it is walked.
  for (const next of queue) {
    if (!isJsonObject(next) || all.has(next)) continue;
    all.add(next);
    for (const branch of branchesOf(next)) queue.push(branch);
    if (next.$dynamicRef !== undefined || next.$recursiveRef !== undefined) unresolved = true;
    if (next.$ref === undefined) continue;
    const target = targetOf(next.$ref, root);
    if (target === undefined) unresolved = true;
    else queue.push(target);
  }
  return { all: [...all], unresolved };
}

function branchesOf(schema: JsonObject): JsonValue[] {
  const { allOf, anyOf, oneOf, dependentSchemas, dependencies } = schema;
  return [
    ...[allOf, anyOf, oneOf].flatMap(listOf),
    ...[schema.if, schema.then, schema.else].filter((branch) => branch !== undefined),
    ...[dependentSchemas, dependencies].flatMap(entriesOf).map(([, branch]) => branch),
  ];
}

/** What a reference within the same document points to. */
function targetOf(ref: JsonValue, root: JsonValue): JsonValue | undefined {
  if (ref === '#') return root;
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
  let at: JsonValue | undefined = root;
  for (const segment of ref.slice(2).split('/')) {
    const key = unescapeSegment(segment);
    if (Array.isArray(at)) at = at[Number(key)];
    else at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

function unescapeSegment(segment: string): string {
  const plain = segment.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
