import type { Diagnostic, FileKind } from '../model/diagnostic.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { isJsonObject } from '../model/json.ts';
import type { SourceFile } from '../model/source.ts';
import { DEFINITIONS, DIALECT } from './format.ts';
import { validateFormat } from './format-validator.ts';
import { explainErrors } from './schema-errors.ts';
import { entriesOf, itemsOf, type Tree, type TreePath, toJson } from './tree.ts';

/** The JSON Schema of a kind of file, whole: what `mcp-eval schema` prints. */
export function schemaOf(kind: FileKind): JsonObject {
  return { $schema: DIALECT, $ref: `#/$defs/${kind}`, $defs: DEFINITIONS };
}

/** Holds a file against the format: unknown keys, types, values, keys that are not built yet. */
export function checkFormat(file: SourceFile, tree: Tree, kind: FileKind): readonly Diagnostic[] {
  const errors = validateFormat({ [kind]: toJson(tree) }).map((error) => {
    return { ...error, instancePath: error.instancePath.slice(1) };
  });
  return explainErrors(errors, { file, tree, definitions: DEFINITIONS });
}

/** What a place in a file is for; `none` is a plain word that is taken as it stands. */
export type Role =
  | 'none'
  | 'prose'
  /** Prose that says why. */
  | 'reason'
  | 'template'
  | 'needle'
  | 'criterion'
  | 'pattern'
  | 'schema'
  | 'time';

export interface Leaf {
  readonly node: Tree;
  readonly role: Role;
  /** The format gives this very node the role; false when it stands inside one that has it. */
  readonly top: boolean;
  /** The first keys on the way to it. Its span may lead elsewhere: an alias has its anchor's. */
  readonly home: TreePath;
}

const HOME_KEYS = 2;

/**
 * Every node with the role that the format gives it, or else the one of what it stands in. What
 * stands below an unknown key is taken for a template: its author meant some key that is one.
 */
export function leavesOf(tree: Tree, kind: FileKind): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (
    node: Tree,
    written: JsonValue | undefined,
    inherited: Role,
    home: TreePath,
  ): void => {
    const below = (key: string | number) => (home.length < HOME_KEYS ? [...home, key] : home);
    const schema = resolve(written === false ? { role: 'template' } : written);
    const role = typeof schema.role === 'string' ? (schema.role as Role) : inherited;
    leaves.push({ node, role, top: typeof schema.role === 'string', home });
    for (const [index, item] of itemsOf(node).entries()) {
      visit(item, schema.items, role, below(index));
    }
    for (const { key, value } of entriesOf(node)) {
      visit(value, propertyOf(schema, key), role, below(key));
    }
  };
  visit(tree, DEFINITIONS[kind], 'none', []);
  return leaves;
}

function propertyOf(schema: JsonObject, key: string): JsonValue | undefined {
  const properties = schema.properties;
  if (isJsonObject(properties) && Object.hasOwn(properties, key)) return properties[key];
  return schema.additionalProperties;
}

/** A subschema with its `$ref` followed; what stands beside the `$ref` wins. */
function resolve(schema: JsonValue | undefined): JsonObject {
  if (!isJsonObject(schema)) return {};
  if (typeof schema.$ref !== 'string') return schema;
  // A reference may lead into a definition: `#/$defs/target/properties/env`.
  const [, , ...path] = schema.$ref.split('/');
  const found = path.reduce<JsonValue | undefined>(
    (at, key) => (isJsonObject(at) ? at[key] : undefined),
    DEFINITIONS,
  );
  return { ...resolve(found), ...schema };
}
