import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Our own reading of a JSON Schema dialect; anything else is refused, never guessed. */
export interface Dialect {
  readonly uri: string;
  readonly create: (options: Options) => Ajv | Ajv2019 | Ajv2020;
}

const DRAFT_2020: Dialect = {
  uri: 'https://json-schema.org/draft/2020-12/schema',
  create: (options) => new Ajv2020(options),
};

export const DIALECTS: readonly Dialect[] = [
  DRAFT_2020,
  {
    uri: 'https://json-schema.org/draft/2019-09/schema',
    create: (options) => new Ajv2019(options),
  },
  {
    uri: 'http://json-schema.org/draft-07/schema',
    create: (options) => new Ajv(options),
  },
];

/** 2020-12 when nothing is said, as MCP demands; null for a dialect that is not known. */
export function dialectOf(declared: unknown): Dialect | null {
  if (declared === undefined) return DRAFT_2020;
  if (typeof declared !== 'string') return null;
  const bare = bareUri(declared);
  return DIALECTS.find(({ uri }) => bareUri(uri) === bare) ?? null;
}

/** `http` or `https`, with or without `#`: each is met in the wild and means the same. */
function bareUri(uri: string): string {
  return uri.replace(/^https?:/, '').replace(/#$/, '');
}
