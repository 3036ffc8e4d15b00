import type { Diagnostic } from '../model/diagnostic.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Place, SourceFile, Span } from '../model/source.ts';
import { nearest } from '../validator/nearest.ts';
import type { OwnError } from '../validator/own.ts';
import { entryOf, nodeAt, type ScalarNode, type Tree } from './tree.ts';

interface Context {
  readonly file: SourceFile;
  readonly tree: Tree;
  readonly definitions: JsonObject;
}

/** Turns a validator's errors into what their author can act on, each with its place. */
export function explainErrors(errors: readonly OwnError[], context: Context): Diagnostic[] {
  return errors.flatMap((error) => {
    const node = nodeAt(context.tree, error.instancePath);
    return explain(error, node, context) ?? [];
  });
}

function explain(error: OwnError, node: Tree, context: Context): Diagnostic | null {
  const place = placeOf(context, node.span);
  switch (error.keyword) {
    case 'if':
      // Its `then` has told the reason.
      return null;
    case 'notYet':
      return notYet(error, node, context);
    case 'additionalProperties':
      return unknownKey(error, node, context);
    case 'required': {
      const key = String(error.params.missingProperty);
      return { code: 'missing_key', key, owner: titleOf(error.parentSchema), place };
    }
    case 'type':
    case 'minLength':
      return wrongType(error, node, place);
    case 'maximum':
      if (error.parentSchema.role !== 'time') return badValue(error, node, place);
      return {
        code: 'time_too_large',
        ms: Number(scalarOf(node)),
        limit: Number(error.params.limit),
        place,
      };
    case 'minItems':
      return { code: 'nothing_to_check', reason: 'empty_list', place };
    default:
      return badValue(error, node, place);
  }
}

function notYet(error: OwnError, node: Tree, context: Context): Diagnostic {
  const key = error.instancePath.at(-1);
  const owner = nodeAt(context.tree, error.instancePath.slice(0, -1));
  const entry = entryOf(owner, String(key));
  const isValue =
    node.kind === 'scalar' && 'const' in error.parentSchema === false && isPartial(error);
  const what = isValue ? `${String(key)}: ${String(scalarOf(node))}` : String(key);
  const span = isValue || entry === undefined ? node.span : entry.keySpan;
  return { code: 'not_supported_yet', what, place: placeOf(context, span) };
}

/** The mark stands alone in a `then`: some values of the key are built, just not this one. */
function isPartial(error: OwnError): boolean {
  return Object.keys(error.parentSchema).length === 1;
}

function unknownKey(error: OwnError, node: Tree, context: Context): Diagnostic {
  const key = String(error.params.additionalProperty);
  const valid = Object.keys(propertiesOf(error.parentSchema));
  return {
    code: 'unknown_key',
    key,
    owner: titleOf(error.parentSchema),
    nearest: nearest(key, valid),
    belongsIn: homeOf(key, context.definitions),
    valid,
    place: placeOf(context, entryOf(node, key)?.keySpan ?? node.span),
  };
}

/** Where else in the format a key of this very name is valid. */
function homeOf(key: string, schema: JsonValue): string | null {
  if (!isJsonObject(schema)) return null;
  if (Object.hasOwn(propertiesOf(schema), key) && typeof schema.title === 'string') {
    return schema.title;
  }
  for (const child of Object.values(schema)) {
    const home = homeOf(key, child);
    if (home !== null) return home;
  }
  return null;
}

function wrongType(error: OwnError, node: Tree, place: Place): Diagnostic {
  const role = error.parentSchema.role;
  const isText = role === 'needle' || role === 'pattern' || role === 'criterion';
  if (node.kind === 'scalar') {
    const blank = node.value === null || node.value === '';
    if (isText && blank) return { code: 'empty_expected', written: node.written, place };
    if (node.value === '')
      return { code: 'bad_value', problem: 'must not be empty', nearest: null, place };
    if (isText || (wantsString(error) && !blank)) {
      return { code: 'quote_it', written: node.written, becomes: describe(node), place };
    }
  }
  const expected = [error.params.type].flat().join(' or ');
  return { code: 'wrong_type', expected, got: describe(node), place };
}

function wantsString(error: OwnError): boolean {
  return [error.params.type].flat().includes('string');
}

function badValue(error: OwnError, node: Tree, place: Place): Diagnostic {
  const allowed = error.params.allowedValues;
  if (!Array.isArray(allowed)) {
    return { code: 'bad_value', problem: error.message, nearest: null, place };
  }
  const words = allowed.map(String);
  const problem = `must be one of ${words.join(', ')}`;
  return { code: 'bad_value', problem, nearest: nearest(String(scalarOf(node)), words), place };
}

function describe(node: Tree): string {
  if (node.kind === 'map') return 'a map';
  if (node.kind === 'seq') return 'a list';
  if (node.value === null) return 'nothing';
  return `the ${typeof node.value} ${JSON.stringify(node.value)}`;
}

function scalarOf(node: Tree): ScalarNode['value'] {
  return node.kind === 'scalar' ? node.value : null;
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema.properties) ? schema.properties : {};
}

function titleOf(schema: JsonObject): string {
  return typeof schema.title === 'string' ? schema.title : 'this map';
}

function placeOf(context: Context, span: Span): Place {
  return { file: context.file, span };
}
