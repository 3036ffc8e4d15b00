import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { SchemaProblem } from '../model/schema-problem.ts';
import { nearest, nearestTypo } from './nearest.ts';
import { unknownProperty } from './problems.ts';

/**
 * Arguments that are valid only because the schema does not forbid unknown names. A server drops
 * such an argument in silence, so a name that the schema does not have is a problem, unless it says
 * that it takes others, or may have them where we cannot look.
 */
export function unnamedArguments(schema: JsonValue, args: JsonValue): SchemaProblem[] {
  return unnamedIn([schema], args, '', schema);
}

function unnamedIn(
  schemas: readonly JsonValue[],
  value: JsonValue,
  path: string,
  root: JsonValue,
): SchemaProblem[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      unnamedIn(itemSchemas(schemas, index, root), item, `${path}/${index}`, root),
    );
  }
  if (!isJsonObject(value)) return [];
  const shape = shapeOf(schemas, root);
  const known = [...shape.declared.keys()];
  const missing = known.filter((name) => !Object.hasOwn(value, name));
  // Generators write an inner object of any members as one that names none.
  const isClosed = shape.takes === 'named' && (path === '' || known.length > 0);
  return Object.entries(value).flatMap(([name, inner]) => {
    const declared = shape.declared.get(name);
    if (declared !== undefined) {
      return unnamedIn(declared, inner, `${path}/${escapeSegment(name)}`, root);
    }
    const message = unknownProperty(name);
    if (isClosed) return [{ path, message, nearest: nearest(name, missing), known }];
    const near = shape.takes === 'any' ? null : nearestTypo(name, missing);
    return near === null ? [] : [{ path, message, nearest: near }];
  });
}

interface Shape {
  /** Every name that some branch knows, with the schemas of its value. */
  readonly declared: ReadonlyMap<string, readonly JsonValue[]>;
  /**
   * `any`: other names are welcome, or may be declared where we cannot look. `unsure`: some
   * alternative says nothing of names, so that only a slip of the fingers is sure to be one.
   */
  readonly takes: 'named' | 'unsure' | 'any';
}

function shapeOf(schemas: readonly JsonValue[], root: JsonValue): Shape {
  const { all, unresolved, free } = applied(schemas, root);
  const declared = new Map<string, JsonValue[]>();
  const declare = (name: string, schema: readonly JsonValue[]) => {
    const known = declared.get(name);
    if (known === undefined) declared.set(name, [...schema]);
    else for (const each of schema) known.push(each);
  };
  for (const schema of all) {
    for (const [name, inner] of entriesOf(schema.properties)) declare(name, [inner]);
    for (const name of namedBeside(schema)) declare(name, []);
  }
  if (unresolved || all.some(takesOtherNames)) return { declared, takes: 'any' };
  const isNamed = all.some(({ properties }) => isJsonObject(properties));
  return { declared, takes: isNamed && !free ? 'named' : 'unsure' };
}

/** Names that a schema knows without a schema of their values. */
function namedBeside({ required, dependentRequired, dependencies }: JsonObject): string[] {
  const needs = [dependentRequired, dependencies].flatMap(entriesOf);
  const names = [required, ...needs.map(([, needed]) => needed)].flatMap(listOf);
  return [...names, ...needs.map(([name]) => name)].filter((name) => typeof name === 'string');
}

function takesOtherNames(schema: JsonObject): boolean {
  const { additionalProperties = false, unevaluatedProperties = false } = schema;
  return (
    additionalProperties !== false ||
    unevaluatedProperties !== false ||
    entriesOf(schema.patternProperties).length > 0 ||
    // Names by a rule, or whole values.
    ['propertyNames', 'const', 'enum'].some((word) => schema[word] !== undefined)
  );
}

function itemSchemas(schemas: readonly JsonValue[], index: number, root: JsonValue): JsonValue[] {
  return applied(schemas, root).all.flatMap(({ items, prefixItems }) => {
    const positional = listOf(prefixItems)[index] ?? listOf(items)[index];
    return [positional ?? (isJsonObject(items) ? items : null)];
  });
}

interface Applied {
  readonly all: readonly JsonObject[];
  /** A reference leads where we cannot look. */
  readonly unresolved: boolean;
  /** One of several alternatives takes any object. */
  readonly free: boolean;
}

interface Branch {
  readonly schema: JsonValue;
  /** Others may hold in its place. */
  readonly isOneOfSome: boolean;
}

/** The schemas and all that apply to the same value through them, whichever branch holds. */
function applied(schemas: readonly JsonValue[], root: JsonValue): Applied {
  const all = new Set<JsonObject>();
  const queue: Branch[] = schemas.map((schema) => ({ schema, isOneOfSome: schemas.length > 1 }));
  let unresolved = false;
  let free = false;
  // It grows while it is walked.
  for (const { schema: next, isOneOfSome } of queue) {
    free ||= isOneOfSome && isFree(next);
    if (!isJsonObject(next) || all.has(next)) continue;
    all.add(next);
    for (const branch of branchesOf(next, isOneOfSome)) queue.push(branch);
    if (next.$dynamicRef !== undefined || next.$recursiveRef !== undefined) unresolved = true;
    if (next.$ref === undefined) continue;
    const schema = targetOf(next.$ref, root);
    if (schema === undefined) unresolved = true;
    else queue.push({ schema, isOneOfSome: isOneOfSome && next.properties === undefined });
  }
  return { all: [...all], unresolved, free };
}

/** What a schema with names of its own goes on to say only narrows them. */
function branchesOf(schema: JsonObject, isOneOfSome: boolean): Branch[] {
  const { allOf, anyOf, oneOf, dependentSchemas, dependencies } = schema;
  const isOpen = schema.properties === undefined;
  const branches = (all: readonly JsonValue[], isAlternative: boolean) =>
    all.map((each) => ({ schema: each, isOneOfSome: isOpen && isAlternative }));
  const conditional = schema.if === undefined ? [] : [schema.then ?? true, schema.else ?? true];
  return [
    ...branches([...listOf(anyOf), ...listOf(oneOf), ...conditional], true),
    ...branches([...listOf(allOf), ...(schema.if === undefined ? [] : [schema.if])], isOneOfSome),
    ...branches(
      [dependentSchemas, dependencies].flatMap(entriesOf).map(([, branch]) => branch),
      false,
    ),
  ];
}

const LEADS_ON = ['properties', '$ref', 'allOf', 'anyOf', 'oneOf', 'then', 'else'];

/** Takes an object of whatever members, and nothing that it leads on to says which. */
function isFree(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return schema !== false;
  const types = schema.type === undefined ? ['object'] : [schema.type].flat();
  return types.includes('object') && LEADS_ON.every((word) => schema[word] === undefined);
}

/** What a reference within the same document points to, as far as that is plain. */
function targetOf(ref: JsonValue, root: JsonValue): JsonValue | undefined {
  // Below an `$id` of its own, "#" is another document's.
  if (hasInnerId(root)) return undefined;
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

const innerIds = new WeakMap<object, boolean>();

function hasInnerId(root: JsonValue): boolean {
  if (typeof root !== 'object' || root === null) return false;
  const known = innerIds.get(root) ?? Object.values(root).some(holdsId);
  innerIds.set(root, known);
  return known;
}

function holdsId(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const own = isJsonObject(value) && typeof value.$id === 'string';
  return own || Object.values(value).some(holdsId);
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
