import type { Options } from 'ajv';

/** The first mistake of a schema is enough, and ajv gathers all of them in quadratic time. */
export const LEAN: Options = {
  strict: false,
  allErrors: false,
  verbose: true,
  ownProperties: true,
  logger: false,
  inlineRefs: false,
  code: { optimize: false },
};
