import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { nearest, nearestTypo } from '../validator/nearest.ts';

/** What other people call it, and we where the format has such a key. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  args: ['arguments', 'argument', 'params', 'parameters', 'input'],
  command: ['cmd'],
  contains: ['text', 'message', 'includes'],
  env: ['environment'],
  error: ['isError'],
  match: ['pattern', 'regex'],
  message_contains: ['message', 'contains'],
  structured: ['structuredContent'],
  tool: ['name', 'toolName'],
  tool_sequence: ['steps', 'sequence', 'calls'],
};

/** Places whose keys are taken for one another, those that say most first. */
const HOMES = ['a step', '`expect`', 'a scenario', 'a suite', '`target`'];
const FILES = ['a scenario', 'a suite'];
/** Further from a key of another place it is a word of its own. */
const MAX_EDITS = 1;
const MIN_LENGTH = 4;
/** Of a word that may be misspelt and is still that word. */
const LONG = 8;

export interface KeyHint {
  readonly nearest: string | null;
  readonly belongsIn: string | null;
}

/** What may be meant by a key that `schema` does not have, and where that is valid. */
export function keyHint(key: string, schema: JsonObject, definitions: JsonObject): KeyHint {
  const near = nearestKey(key, schema);
  // A word of other people is valid in some other place, which is not what they mean.
  if (near !== null && isOtherWord(key, near)) return { nearest: near, belongsIn: null };
  const homes = homesOf(definitions);
  const home = homeOf(key, homes);
  if (near !== null || home !== null) return { nearest: near, belongsIn: home };
  const typo = key.length < MIN_LENGTH ? null : nearestTypo(key, [...homes.keys()], MAX_EDITS);
  return { nearest: typo, belongsIn: typo === null ? null : homeOf(typo, homes) };
}

/** What an unknown key was probably meant to be, in its own place. */
export function nearestKey(key: string, schema: JsonObject): string | null {
  const known = Object.keys(propertiesOf(schema));
  return known.find((each) => isOtherWord(key, each)) ?? nearest(key, known);
}

function isOtherWord(key: string, ours: string): boolean {
  const words = Object.hasOwn(OTHER_WORDS, ours) ? (OTHER_WORDS[ours] ?? []) : [];
  if (words.some((word) => plain(word) === plain(key))) return true;
  const long = words.filter(({ length }) => length >= LONG);
  return nearestTypo(key, long, MAX_EDITS) !== null;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[_-]/g, '');
}

/** The titles of all places of the format, by the keys that are valid there. */
function homesOf(definitions: JsonObject): ReadonlyMap<string, readonly string[]> {
  const homes = new Map<string, string[]>();
  const visit = (schema: JsonValue): void => {
    if (!isJsonObject(schema) || !isBuilt(schema)) return;
    const { title } = schema;
    for (const [key, property] of Object.entries(propertiesOf(schema))) {
      if (typeof title !== 'string' || !isBuilt(property)) continue;
      homes.set(key, [...(homes.get(key) ?? []), title]);
    }
    for (const child of Object.values(schema)) visit(child);
  };
  visit(definitions);
  return homes;
}

function homeOf(key: string, homes: ReadonlyMap<string, readonly string[]>): string | null {
  const titles = homes.get(key) ?? [];
  const home = HOMES.find((each) => titles.includes(each)) ?? titles[0] ?? null;
  const isOfFiles = home === FILES[0] && FILES.every((file) => titles.includes(file));
  return isOfFiles ? FILES.join(' or ') : home;
}

export function isBuilt(schema: JsonValue | undefined): boolean {
  return !(isJsonObject(schema) && schema.notYet === true);
}

export function propertiesOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema.properties) ? schema.properties : {};
}
