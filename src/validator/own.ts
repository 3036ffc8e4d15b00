import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
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

/**
 * Compiles a JSON Schema (2020-12) that this project wrote. Throws on a mistake in it.
 * Two further keywords: `notYet: true` never holds, `role: string` only annotates.
 */
export function compileOwn(schema: JsonObject): OwnValidator {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    // `contains` is one string or a list, and `anyOf: [{required: [a]}, …]` names keys of its parent.
    allowUnionTypes: true,
    strictRequired: false,
    ownProperties: true,
    logger: false,
    // Compiled at every start: a test holds our schemas against the meta-schema, and they are small.
    validateSchema: false,
    code: { optimize: false },
    inlineRefs: false,
  });
  ajv.addKeyword({
    keyword: 'notYet',
    schemaType: 'boolean',
    validate: (notYet: boolean) => !notYet,
  });
  ajv.addKeyword({ keyword: 'role', schemaType: 'string' });
  const validate = ajv.compile(schema);
  return (value) =>
    validate(value) ? [] : (validate.errors ?? []).map((error) => ownError(error, value));
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
