import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import type { Place, SourceFile, Span } from '../model/source.ts';
import { nearest } from '../validator/nearest.ts';
import type { OwnError } from '../validator/own-errors.ts';
import { isBuilt, keyHint, nearestKey, propertiesOf } from './key-hints.ts';
import { entriesOf, entryOf, nodeAt, type ScalarNode, type Tree } from './tree.ts';

/** `skip: no` would skip, with this for its reason. */
export const REASON = 'must say why, in words';

/** A file with more mistakes is something else than a scenario. */
const MAX_TOLD = 100;

interface Context {
  readonly file: SourceFile;
  readonly tree: Tree;
  readonly definitions: JsonObject;
}

/** Turns a validator's errors into what their author can act on, each with its place. */
export function explainErrors(errors: readonly OwnError[], context: Context): Diagnostic[] {
  const byPath = new Map<string, OwnError[]>();
  for (const error of errors) {
    const path = JSON.stringify(error.instancePath);
    const others = byPath.get(path);
    if (others === undefined) byPath.set(path, [error]);
    else others.push(error);
  }
  const unbuilt = errors.filter((error) => error.keyword === 'notYet' && !isPartial(error));
  const told = [...byPath.values()].flatMap((here) =>
    here.filter((error) => !isEcho(error, here) && !unbuilt.some((key) => liesIn(error, key))),
  );
  return told.slice(0, MAX_TOLD).map((error) => {
    return explain(error, nodeAt(context.tree, error.instancePath), context);
  });
}

/** What is wrong with the value of a key that can't be used anyway. */
function liesIn(error: OwnError, { instancePath }: OwnError): boolean {
  if (error.keyword === 'notYet' && error.instancePath.length === instancePath.length) return false;
  return instancePath.every((key, index) => error.instancePath[index] === key);
}

/** Says again what another error at its place says better. */
function isEcho(error: OwnError, here: readonly OwnError[]): boolean {
  // Its `then` has told the reason.
  if (error.keyword === 'if') return true;
  const isBetter = (other: OwnError): boolean => {
    if (isPartial(error)) return other.keyword === 'enum';
    return error.keyword === 'required' && meantKey(other) === error.params.missingProperty;
  };
  if (!isPartial(error) && error.keyword !== 'required') return false;
  return here.some(isBetter);
}

/** What an unknown key was probably meant to be. */
function meantKey({ keyword, params, parentSchema }: OwnError): string | null {
  if (keyword !== 'additionalProperties') return null;
  return nearestKey(String(params.additionalProperty), parentSchema);
}

function explain(error: OwnError, node: Tree, context: Context): Diagnostic {
  const place = placeOf(context, node.span);
  switch (error.keyword) {
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
      return wrongType(error, node, context);
    case 'maximum': {
      if (error.parentSchema.role !== 'time') return badValue(error, node, place);
      const limit = Number(error.params.limit);
      return { code: 'time_too_large', ms: Number(scalarOf(node)), limit, place };
    }
    case 'minItems':
      if (!isText(error)) {
        const problem = [EMPTY, ...besidesOf(error)].join(': ');
        return { code: 'bad_value', problem, nearest: null, place };
      }
      return { code: 'nothing_to_check', reason: 'empty_list', place };
    case 'minProperties':
      if (!isOfCheck(error)) return { code: 'bad_value', problem: EMPTY, nearest: null, place };
      return { code: 'nothing_to_check', reason: 'empty_object', place };
    default:
      return badValue(error, node, place);
  }
}

const EMPTY = 'must not be empty';

/** Whether it stands in the `expect` of a step, where each map asks for something. */
function isOfCheck({ instancePath: [, , key] }: OwnError): boolean {
  return key === 'expect';
}

function notYet(error: OwnError, node: Tree, context: Context): Diagnostic {
  const key = String(error.instancePath.at(-1));
  const owner = nodeAt(context.tree, error.instancePath.slice(0, -1));
  if (isPartial(error)) {
    const what = `${key}: ${String(scalarOf(node))}`;
    return { code: 'not_supported_yet', what, place: placeOf(context, node.span) };
  }
  const span = entryOf(owner, key)?.keySpan ?? node.span;
  return { code: 'not_supported_yet', what: key, place: placeOf(context, span) };
}

/** The mark stands alone in a `then`: some values of the key are built, just not this one. */
function isPartial(error: OwnError): boolean {
  return error.keyword === 'notYet' && Object.keys(error.parentSchema).length === 1;
}

function unknownKey(error: OwnError, node: Tree, context: Context): Diagnostic {
  const key = String(error.params.additionalProperty);
  const properties = propertiesOf(error.parentSchema);
  return {
    code: 'unknown_key',
    key,
    owner: titleOf(error.parentSchema),
    ...keyHint(key, error.parentSchema, context.definitions),
    valid: Object.keys(properties).filter((name) => isBuilt(properties[name])),
    place: placeOf(context, entryOf(node, key)?.keySpan ?? node.span),
  };
}

function wrongType(error: OwnError, node: Tree, context: Context): Diagnostic {
  const place = placeOf(context, node.span);
  if (error.parentSchema.role === 'reason') {
    return { code: 'bad_value', problem: REASON, nearest: null, place };
  }
  if (isText(error)) {
    const spelling = expectedText(node, context, place);
    if (spelling !== null) return spelling;
  }
  if (node.kind === 'scalar') {
    if (node.value === '') return { code: 'bad_value', problem: EMPTY, nearest: null, place };
    if (error.params.type === 'string' && node.value !== null) {
      return { code: 'quote_it', written: node.written, becomes: describe(node), place };
    }
  }
  const expected = [error.params.type].flat().join(' or ');
  return { code: 'wrong_type', expected, got: describe(node), place };
}

/** An expected text that YAML reads as something else: told with its spelling in the file. */
function expectedText(node: Tree, context: Context, place: Place): Diagnostic | null {
  const { start, end } = node.span;
  const written = context.file.text.slice(start, end).trimEnd();
  if (node.kind !== 'scalar') {
    // `- Total: 5` and `- [x] done`; what goes over several lines was meant as a map or a list.
    if (written.includes('\n') || written === '') return null;
    return { code: 'quote_it', written, becomes: node.kind === 'map' ? 'a map' : 'a list', place };
  }
  if (node.comment !== null) {
    return { code: 'cut_by_comment', kept: node.written, cut: node.comment, place };
  }
  const isBlank = node.value === null || node.value === '';
  if (isBlank) return { code: 'empty_expected', written: node.written, place };
  return { code: 'quote_it', written: node.written, becomes: describe(node), place };
}

function isText({ parentSchema: { role } }: OwnError): boolean {
  return role === 'needle' || role === 'pattern' || role === 'criterion';
}

function badValue(error: OwnError, node: Tree, place: Place): Diagnostic {
  const allowed = error.params.allowedValues;
  if (!Array.isArray(allowed)) {
    const came = error.params.propertyName === undefined ? `, but it is ${describe(node)}` : '';
    return { code: 'bad_value', problem: `${error.message}${came}`, nearest: null, place };
  }
  const words = allowed.map(String);
  const only = allowed.length === 1 ? JSON.stringify(allowed[0]) : null;
  const valid = only === null ? `one of ${words.join(', ')}` : only;
  const besides = besidesOf(error).map((other) => `, or ${other}`);
  const problem = `must be ${valid}${besides.join('')}, but it is ${describe(node)}`;
  return { code: 'bad_value', problem, nearest: nearest(String(scalarOf(node)), words), place };
}

/** What else may stand there, in words. */
function besidesOf({ parentSchema: { besides } }: OwnError): readonly string[] {
  return typeof besides === 'string' ? [besides] : [];
}

/** What came, as far as its place in the file may not show it. */
function describe(node: Tree): string {
  if (node.kind === 'seq') return node.items.length === 0 ? 'an empty list' : 'a list';
  if (node.kind === 'map') {
    const keys = entriesOf(node).map(({ key }) => JSON.stringify(key.slice(0, MAX_SHOWN)));
    if (keys.length === 0) return 'an empty map';
    const more = keys.length > MAX_KEYS ? ' …' : '';
    return `a map with ${keys.slice(0, MAX_KEYS).join(', ')}${more}`;
  }
  if (node.value === null) return 'nothing';
  const shown = JSON.stringify(node.value);
  const cut = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
  return `the ${typeof node.value} ${cut}`;
}

/** Of a value that is told. */
const MAX_SHOWN = 100;
const MAX_KEYS = 5;

function scalarOf(node: Tree): ScalarNode['value'] {
  return node.kind === 'scalar' ? node.value : null;
}

function titleOf(schema: JsonObject): string {
  return typeof schema.title === 'string' ? schema.title : 'this map';
}

function placeOf(context: Context, span: Span): Place {
  return { file: context.file, span };
}
