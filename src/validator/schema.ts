import type { Options } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isJsonObject, type JsonValue } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { SchemaProblem } from '../model/schema-problem.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { runLimited } from './limit.ts';
import { metaSchemaOf } from './meta.ts';
import { toProblems } from './problems.ts';

/** Why nothing can be said about a value: the schema itself is at fault. */
export interface SchemaFault {
  readonly detail: string;
}

/** The problems of a value, none when it is valid. */
export type SchemaValidator = (value: JsonValue) => Result<readonly SchemaProblem[], SchemaFault>;

/** Below the limit of whoever checks arguments, so that the verdict on a slow schema is kept. */
const COMPILE_LIMIT_MS = 4000;
const VALIDATE_LIMIT_MS = 1000;
const MAX_CACHED = 500;

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  verbose: true,
  ownProperties: true,
  logger: false,
};

const cache = new Map<string, Result<SchemaValidator, SchemaFault>>();

/** Compiles a schema that a server supplies: it may be wrong, hostile or endless, and stays apart. */
export function compileSchema(schema: JsonValue): Result<SchemaValidator, SchemaFault> {
  try {
    const text = JSON.stringify(schema);
    const known = cache.get(text);
    if (known !== undefined) return known;
    const limited = runLimited(() => compileNew(schema), COMPILE_LIMIT_MS);
    const compiled = limited.ok
      ? limited.value
      : err({ detail: `not compiled within ${COMPILE_LIMIT_MS} ms` });
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(text, compiled);
    return compiled;
  } catch (thrown) {
    return err({ detail: faultOf(thrown) });
  }
}

function compileNew(schema: JsonValue): Result<SchemaValidator, SchemaFault> {
  if (!isJsonObject(schema) && typeof schema !== 'boolean') {
    return err({ detail: 'a schema must be an object or a boolean' });
  }
  const declared = isJsonObject(schema) ? schema.$schema : undefined;
  const dialect = dialectOf(declared);
  if (dialect === null)
    return err({ detail: `unknown dialect: $schema is ${JSON.stringify(declared)}` });
  if (holdsKey(schema, '$async')) return err({ detail: '"$async" is not allowed' });
  const mistakes = mistakesIn(schema, dialect);
  if (mistakes.length > 0) return err({ detail: `no valid schema: ${mistakes.join('; ')}` });
  return compileValid(schema, dialect);
}

function compileValid(
  schema: object | boolean,
  dialect: Dialect,
): Result<SchemaValidator, SchemaFault> {
  const ajv = dialect.create({
    ...OPTIONS,
    formats: fullFormats,
    validateSchema: false,
    code: { regExp: Object.assign(lenientRegExp, { code: 'lenientRegExp' }) },
  });
  // Of draft-04; ajv throws on it, but an unknown keyword says nothing.
  ajv.removeKeyword('id');
  const validate = ajv.compile<unknown>(schema);
  return ok((value) => {
    try {
      const checked = runLimited((): Result<readonly SchemaProblem[], SchemaFault> => {
        const valid: unknown = validate(value);
        if (valid === true) return ok([]);
        // A validator that does not answer with a plain boolean says nothing about the value.
        if (valid !== false) return err({ detail: 'the schema is not synchronous' });
        return ok(toProblems(validate.errors ?? []));
      }, VALIDATE_LIMIT_MS);
      return checked.ok
        ? checked.value
        : err({ detail: `the value could not be checked within ${VALIDATE_LIMIT_MS} ms` });
    } catch (thrown) {
      return err({ detail: faultOf(thrown) });
    }
  });
}

/** The first mistakes of a schema, by its dialect's own schema. */
function mistakesIn(schema: object | boolean, dialect: Dialect): string[] {
  const validate = metaSchemaOf(dialect);
  if (validate(schema)) return [];
  return toProblems(validate.errors ?? [])
    .slice(0, 3)
    .map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
}

function holdsKey(value: JsonValue, key: string): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsKey(item, key));
  if (!isJsonObject(value)) return false;
  return Object.hasOwn(value, key) || Object.values(value).some((item) => holdsKey(item, key));
}

/** Many servers write patterns that are no longer valid under the unicode flag: `[\w-.]`. */
function lenientRegExp(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    return new RegExp(source);
  }
}

export function faultOf(thrown: unknown): string {
  if (thrown instanceof RangeError) return 'nested too deeply';
  return thrown instanceof Error ? thrown.message : String(thrown);
}
