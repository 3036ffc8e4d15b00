import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** What a part of a tool must be, or the official clients refuse the list as a whole. */
export type Wanted = 'text' | 'boolean' | 'object' | 'list' | { readonly oneOf: readonly string[] };

/** A part of a tool that is not what it must be. */
export interface ShapeFault {
  /** Without a slash at its head: `inputSchema/type`. */
  readonly path: string;
  readonly wanted: Wanted;
  /** Not there: it is missing. */
  readonly found?: JsonValue;
}

type Check = (value: JsonValue, path: string) => readonly ShapeFault[];

const text = kind('text', (value) => typeof value === 'string');
const boolean = kind('boolean', (value) => typeof value === 'boolean');
const anyObject = kind('object', isJsonObject);
/** A list will do for a schema, as far as clients look. */
const inner = kind('object', (value) => typeof value === 'object' && value !== null);

const schema = object(
  {
    type: oneOf('object'),
    properties: (value, path) => [...anyObject(value, path), ...eachMember(value, path, inner)],
    required: listOf(text),
  },
  ['type'],
);

const icon = object(
  { src: text, mimeType: text, sizes: listOf(text), theme: oneOf('light', 'dark') },
  ['src'],
);

const tool = object(
  {
    name: text,
    title: text,
    description: text,
    inputSchema: schema,
    outputSchema: schema,
    annotations: object({
      title: text,
      readOnlyHint: boolean,
      destructiveHint: boolean,
      idempotentHint: boolean,
      openWorldHint: boolean,
    }),
    execution: object({ taskSupport: oneOf('required', 'optional', 'forbidden') }),
    icons: listOf(icon),
    _meta: anyObject,
  },
  ['name', 'inputSchema'],
);

/** Of one tool: a schema may have as many faults as it has parts. */
const MOST = 20;

/** Why the official clients refuse a list with this tool; nothing: they take it. */
export function shapeFaults(raw: JsonValue): readonly ShapeFault[] {
  return tool(raw, '').slice(0, MOST);
}

function kind(wanted: Wanted, isIt: (value: JsonValue) => boolean): Check {
  return (found, path) => (isIt(found) ? [] : [{ path, wanted, found }]);
}

function oneOf(...words: readonly string[]): Check {
  return kind({ oneOf: words }, (value) => typeof value === 'string' && words.includes(value));
}

function listOf(check: Check): Check {
  return (value, path) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => check(item, `${path}/${index}`))
      : [{ path, wanted: 'list', found: value }];
}

function object(members: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check {
  return (value, path) => {
    if (!isJsonObject(value)) return [{ path, wanted: 'object', found: value }];
    return Object.entries(members).flatMap(([key, check]): readonly ShapeFault[] => {
      const at = path === '' ? key : `${path}/${key}`;
      const member = memberOf(value, key);
      if (member !== undefined) return check(member, at);
      return needed.includes(key) ? [lacking(check, at)] : [];
    });
  };
}

/** What a check demands of a value that is not there. */
function lacking(check: Check, path: string): ShapeFault {
  const [fault] = check(null, path);
  return { path, wanted: fault?.wanted ?? 'object' };
}

function eachMember(value: JsonValue, path: string, check: Check): readonly ShapeFault[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => check(member, `${path}/${key}`));
}

function memberOf(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
