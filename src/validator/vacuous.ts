import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { valueAt } from '../model/pointer.ts';

/** Words that say something about a value and demand nothing of it. */
const REMARKS: readonly string[] = [
  ...['$schema', '$id', '$anchor', '$dynamicAnchor', '$comment', '$defs', 'definitions'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
];
const TYPES: readonly string[] = ['null', 'boolean', 'object', 'array', 'number', 'string'];

/** Whether every value fits, as far as that can be told without trying. */
export function admitsAll(schema: JsonValue): boolean {
  return admits(schema, { root: schema, seen: [] });
}

interface Within {
  readonly root: JsonValue;
  /** References that are being followed: one that leads back to itself adds nothing. */
  readonly seen: readonly string[];
}

function admits(schema: JsonValue, within: Within): boolean {
  if (!isJsonObject(schema)) return schema === true;
  return Object.entries(schema).every(([key, value]) => demandsNothing(key, value, schema, within));
}

function demandsNothing(
  key: string,
  value: JsonValue,
  beside: JsonObject,
  within: Within,
): boolean {
  const each = (list: readonly JsonValue[]) => list.every((item) => admits(item, within));
  switch (key) {
    case 'properties':
    case 'patternProperties':
    case 'dependentSchemas':
      return isJsonObject(value) && each(Object.values(value));
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames':
    case 'additionalItems':
    case 'unevaluatedItems':
    case 'prefixItems':
    case 'items':
    case 'allOf':
    case 'then':
    case 'else':
      return each(Array.isArray(value) ? value : [value]);
    case 'if':
      return true;
    case 'anyOf':
      return Array.isArray(value) && value.some((item) => admits(item, within));
    case 'oneOf':
      return Array.isArray(value) && value.length === 1 && each(value);
    case 'not':
      return refusesAll(value, within);
    case 'contains':
    case 'minContains':
      return beside.minContains === 0 && beside.maxContains === undefined;
    case '$ref':
      return follows(value, within);
    default:
      return REMARKS.includes(key) || isLeast(key, value);
  }
}

/** Limits and lists that leave out nothing. */
function isLeast(key: string, value: JsonValue): boolean {
  switch (key) {
    case 'minItems':
    case 'minLength':
    case 'minProperties':
      return value === 0;
    case 'uniqueItems':
      return value === false;
    case 'required':
      return isEmptyList(value);
    case 'dependentRequired':
      return isJsonObject(value) && Object.values(value).every(isEmptyList);
    case 'type':
      return Array.isArray(value) && TYPES.every((type) => value.includes(type));
    default:
      return false;
  }
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

function refusesAll(schema: JsonValue, within: Within): boolean {
  if (!isJsonObject(schema)) return schema === false;
  return schema.not !== undefined && admits(schema.not, within);
}

function follows(ref: JsonValue, { root, seen }: Within): boolean {
  if (typeof ref !== 'string' || !/^#(\/|$)/.test(ref)) return false;
  if (seen.includes(ref)) return true;
  const target = valueAt(root, ref.slice(1));
  return target !== undefined && admits(target, { root, seen: [...seen, ref] });
}
