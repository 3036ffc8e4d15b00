import standalone from 'ajv/dist/standalone/index.js';
import { DIALECTS } from './dialect.ts';
import { LEAN } from './lean.ts';

const compiled = DIALECTS.map(({ uri, create }, at) => {
  const ajv = create({ ...LEAN, code: { ...LEAN.code, source: true, esm: true } });
  const validate = ajv.getSchema(uri);
  if (validate === undefined) throw new Error(`no meta-schema ${uri}`);
  return { uri, name: `dialect${at}`, code: standalone.default(ajv, validate) };
});

/** A module for each dialect, by name: what the build puts in the place of `meta.ts`. */
export const modules: Readonly<Record<string, string>> = Object.fromEntries(
  compiled.map(({ name, code }) => [name, code]),
);

export const code = `${compiled
  .map(({ name }) => `import { validate as ${name} } from 'meta-schema:${name}';`)
  .join('\n')}
const all = { ${compiled.map(({ uri, name }) => `${JSON.stringify(uri)}: ${name}`).join(', ')} };
export const metaSchemaOf = ({ uri }) => all[uri];
`;
