import { _, type CodeOptions, type KeywordCxt } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '../model/json.ts';
import { type OwnValidator, readErrors } from './own-errors.ts';

/**
 * Compiles a JSON Schema (2020-12) that this project wrote. Throws on a mistake in it.
 * Further keywords: `notYet: true` never holds; `role` and `besides` (what else may stand there, in
 * words) only annotate.
 */
export function compileOwn(schema: JsonObject): OwnValidator {
  const validate = ownAjv({}).compile(schema);
  return (value) => readErrors(validate, value);
}

/** For whoever turns a schema into code of its own. */
export function ownAjv(code: CodeOptions): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    // `contains` is one string or a list, and `anyOf: [{required: [a]}, …]` names keys of its parent.
    allowUnionTypes: true,
    strictRequired: false,
    ownProperties: true,
    logger: false,
    // A test holds our schemas against the meta-schema.
    validateSchema: false,
    code: { optimize: false, ...code },
    inlineRefs: false,
  });
  ajv.addKeyword({
    keyword: 'notYet',
    schemaType: 'boolean',
    code: (context: KeywordCxt) => {
      if (context.schema === true) context.fail(_`true`);
    },
  });
  for (const keyword of ['role', 'besides']) ajv.addKeyword({ keyword, schemaType: 'string' });
  return ajv;
}
