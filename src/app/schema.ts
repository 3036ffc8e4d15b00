import report from '../report/report.schema.json' with { type: 'json' };
import { publicSchema } from '../scenario/public-schema.ts';
import { schemaOf } from '../scenario/schema.ts';
import type { SchemaName } from './options.ts';

/** The JSON Schema of a kind of file, as text. */
export function schemaText(which: SchemaName): string {
  const schema = which === 'report' ? report : publicSchema(schemaOf(which));
  return `${JSON.stringify(schema, null, 2)}\n`;
}
