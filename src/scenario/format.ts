import type { JsonObject } from '../model/json.ts';
import format from './format.schema.json' with { type: 'json' };

/** The format of both kinds of file, in parts. */
export const DEFINITIONS: JsonObject = format.$defs as JsonObject;
export const DIALECT: string = format.$schema;

/** Both kinds in one, so that what they share is compiled once. */
export const FORMAT: JsonObject = {
  type: 'object',
  properties: {
    scenario: { $ref: '#/$defs/scenario' },
    suite: { $ref: '#/$defs/suite' },
  },
  $defs: DEFINITIONS,
};
