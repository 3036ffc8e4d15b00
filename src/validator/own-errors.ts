import type { ErrorObject } from 'ajv';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';

/** One place where a value breaks a schema of our own format. */
export interface OwnError {
  /** The schema keyword that does not hold; `notYet`: a known key that is not built. */
  readonly keyword: string;
  /** Decoded; a number where the parent is an array. */
  readonly instancePath: readonly (string | number)[];
  readonly params: JsonObject;
  /** The schema that holds `keyword`, annotations such as `role` included. */
  readonly parentSchema: JsonObject;
  readonly message: string;
}

/** Every breach, in the order of the schema; empty: the value is valid. */
export type OwnValidator = (value: JsonValue) => readonly OwnError[];

/** What a compiled schema says of a value. */
export interface Compiled {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** The breaches that a compiled schema finds. */
export function readErrors(validate: Compiled, value: JsonValue): readonly OwnError[] {
  return validate(value) ? [] : (validate.errors ?? []).map((error) => ownError(error, value));
}

function ownError(error: ErrorObject, value: JsonValue): OwnError {
  const { keyword, params, parentSchema, message, propertyName } = error;
  return {
    keyword,
    instancePath: decodePath(error.instancePath, value),
    params: propertyName === undefined ? params : { ...params, propertyName },
    parentSchema: (parentSchema ?? {}) as JsonObject,
    message: message ?? keyword,
  };
}

function decodePath(pointer: string, root: JsonValue): (string | number)[] {
  const path: (string | number)[] = [];
  let at: JsonValue | undefined = root;
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) {
      path.push(Number(key));
      at = at[Number(key)];
    } else {
      path.push(key);
      at = isJsonObject(at) ? at[key] : undefined;
    }
  }
  return path;
}
