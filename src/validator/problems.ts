import type { ErrorObject } from 'ajv';
import type { JsonValue } from '../model/json.ts';
import type { SchemaProblem } from '../model/schema-problem.ts';
import { nearest } from './nearest.ts';

const MAX_LISTED = 8;
const MAX_SHOWN = 80;

/** Says in plain words what ajv found, each thing once. Never empty for a list that is not. */
export function toProblems(errors: readonly ErrorObject[]): SchemaProblem[] {
  const problems = new Map<string, SchemaProblem>();
  for (const error of withoutSummaries(joinAlternatives(errors))) {
    const problem = toProblem(error);
    problems.set(JSON.stringify([problem.path, problem.message]), problem);
  }
  return [...problems.values()];
}

/** The branches of `anyOf` and `oneOf` each complain on their own: "must be string or null". */
function joinAlternatives(errors: readonly ErrorObject[]): ErrorObject[] {
  const joined = new Map<string, ErrorObject>();
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    const values = alternativesOf(error);
    if (values === null) {
      kept.push(error);
      continue;
    }
    const group = error.keyword === 'type' ? 'type' : 'enum';
    const key = `${group} ${error.instancePath} ${error.propertyName ?? ''}`;
    const first = joined.get(key);
    if (first === undefined) {
      const copy = { ...error, keyword: group, params: { values: [...values] } };
      joined.set(key, copy);
      kept.push(copy);
    } else {
      for (const value of values) first.params.values.push(value);
    }
  }
  return kept;
}

function alternativesOf({ keyword, params }: ErrorObject): readonly unknown[] | null {
  if (keyword === 'type') return [params.type].flat();
  if (keyword === 'const') return [params.allowedValue];
  return keyword === 'enum' ? params.allowedValues : null;
}

/** "Must match a schema in anyOf" says nothing when the causes beneath it are told. */
function withoutSummaries(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const explained = new Set<string>();
  for (const error of errors) {
    if (isSummary(error)) continue;
    // Up to the first that is known: so are those above it.
    for (
      let path: string | null = error.instancePath;
      path !== null && !explained.has(path);
      path = parentOf(path)
    ) {
      explained.add(path);
    }
  }
  return errors.filter((error) => !isSummary(error) || !explained.has(error.instancePath));
}

function parentOf(path: string): string | null {
  return path === '' ? null : path.slice(0, path.lastIndexOf('/'));
}

function isSummary({ keyword, params }: ErrorObject): boolean {
  if (keyword === 'oneOf') return params.passingSchemas === null;
  return keyword === 'anyOf' || keyword === 'if' || keyword === 'propertyNames';
}

function toProblem(error: ErrorObject): SchemaProblem {
  const { propertyName, keyword } = error;
  const message = wording(error);
  const isOfValue = propertyName === undefined && !OF_NAMES.has(keyword);
  return {
    path: error.instancePath,
    ...(isOfValue && error.data !== undefined ? { came: error.data as JsonValue } : {}),
    message:
      propertyName === undefined || error.keyword === 'propertyNames'
        ? message
        : `property name ${shown(propertyName)} ${message}`,
    nearest: nearestOf(error),
  };
}

/** Keywords about a name: the value that it stands in, or that is missing, would not help. */
const OF_NAMES: ReadonlySet<string> = new Set([
  ...['required', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['dependentRequired', 'dependencies'],
]);

function wording({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `missing property ${shown(params.missingProperty)}`;
    case 'additionalProperties':
      return unknownProperty(params.additionalProperty);
    case 'unevaluatedProperties':
      return unknownProperty(params.unevaluatedProperty);
    case 'propertyNames':
      return `property name ${shown(params.propertyName)} is not allowed`;
    case 'dependentRequired':
    case 'dependencies':
      return `missing property ${shown(params.missingProperty)}, which ${shown(params.property)} needs`;
    case 'type':
      return `must be ${[...new Set(params.values)].join(' or ')}`;
    case 'enum':
      return oneOf(params.values);
    case 'pattern':
      return `must match the pattern ${shown(params.pattern)}`;
    case 'format':
      return `must be in the format ${shown(params.format)}`;
    case 'oneOf':
      return params.passingSchemas === null
        ? 'matches none of the allowed schemas'
        : 'matches more than one of the allowed schemas';
    case 'anyOf':
      return 'matches none of the allowed schemas';
    case 'not':
    case 'false schema':
      return 'is not allowed';
    default:
      return (message ?? keyword).replace('NOT', 'not');
  }
}

export function unknownProperty(name: string): string {
  return `unknown property ${shown(name)}`;
}

function oneOf(values: readonly unknown[]): string {
  const list = [...new Set(values.map(shown))];
  const more = list.length > MAX_LISTED ? `, … (${list.length} in all)` : '';
  const listed = list.slice(0, MAX_LISTED).join(', ') + more;
  return list.length === 1 ? `must be ${listed}` : `must be one of ${listed}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function nearestOf({ keyword, params, parentSchema, data }: ErrorObject): string | null {
  if (keyword === 'enum' && typeof data === 'string') {
    return nearest(
      data,
      params.values.filter((value: unknown) => typeof value === 'string'),
    );
  }
  const unknown = params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof unknown !== 'string') return null;
  const given = new Set(Object.keys(data ?? {}));
  const valid = Object.keys(parentSchema?.properties ?? {});
  return nearest(
    unknown,
    valid.filter((name) => !given.has(name)),
  );
}
