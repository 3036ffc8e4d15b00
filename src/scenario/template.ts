import { err, ok, type Result } from '../model/result.ts';
import { nearest } from '../validator/nearest.ts';

/** One `${…}` in a string. */
export type Placeholder =
  | { readonly kind: 'vars'; readonly path: readonly string[] }
  /** A value of the case that is run. */
  | { readonly kind: 'case'; readonly name: string }
  | { readonly kind: 'env'; readonly name: string; readonly fallback: string | null }
  | { readonly kind: 'upstream'; readonly name: string }
  | { readonly kind: 'today'; readonly days: number }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'run_id' }
  | { readonly kind: 'tmp' }
  /** Of the server that the runner starts on it. */
  | { readonly kind: 'port' };

export interface Template {
  readonly parts: readonly (string | Placeholder)[];
  /** Every `${…}` in its order: what it stands for, or what is wrong with it. */
  readonly found: readonly Found[];
}

/** `written` is the placeholder's own text, as it stands in the string. */
interface Found {
  readonly written: string;
  readonly read: Result<Placeholder, TemplateProblem>;
}

export type TemplateProblem =
  | { readonly kind: 'syntax'; readonly suggestion: string | null }
  | {
      readonly kind: 'unknown';
      readonly name: string;
      readonly nearest: string | null;
      readonly known: readonly string[];
    };

/** What may stand between `${` and `}`; shown to an author who wrote something else. */
const KNOWN_PLACEHOLDERS: readonly string[] = [
  'vars.NAME',
  'case.NAME',
  'env.NAME',
  'env.NAME:-default',
  'upstreams.NAME.url',
  'uuid',
  'run.id',
  'today',
  'today+7d',
  'tmp',
  'port',
];

/** Other people's ways to write a placeholder, and ours. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/^\s*(.*?)\s*$/s, '$1'],
  [/^uuid$/i, 'uuid'],
  [/^today$/i, 'today'],
  [/^([A-Z_][A-Z0-9_]*(?::-.*)?)$/s, 'env.$1'],
  [/^env:(.*)$/s, 'env.$1'],
  [/^env\.(\w+)(?::|-)([^-].*)$/s, 'env.$1:-$2'],
  [/^today([+-]\d+)$/, 'today$1d'],
];

/** Splits a string at its placeholders. `$${` is a literal `${`. */
export function parseTemplate(text: string): Template {
  if (isShellVariable(text)) {
    const suggestion = `\${env.${text.slice(1)}}`;
    return { parts: [text], found: [{ written: text, read: syntax(suggestion) }] };
  }
  const parts: (string | Placeholder)[] = [];
  const found: Found[] = [];
  for (const [token] of text.matchAll(/\$\$\{|\$\{(?:(?!\$\{)[^}])*\}?|[^$]+|\$/g)) {
    if (token === '$${') append(parts, '${');
    else if (!token.startsWith('${')) append(parts, token);
    else {
      const placeholder = readPlaceholder(token);
      found.push(placeholder);
      if (placeholder.read.ok) parts.push(placeholder.read.value);
    }
  }
  return { parts, found };
}

/** A whole value `$NAME`, as shells and other tools have it. */
export function isShellVariable(text: string): boolean {
  return /^\$[A-Z_][A-Z0-9_]*$/.test(text);
}

function append(parts: (string | Placeholder)[], text: string): void {
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = last + text;
  else parts.push(text);
}

function readPlaceholder(written: string): Found {
  if (!written.endsWith('}')) return readUnclosed(written);
  const body = written.slice(2, -1);
  const placeholder = placeholderOf(body);
  if (placeholder !== null) return { written, read: ok(placeholder) };
  const suggestion = rewrite(body);
  if (suggestion !== null || !/^[\w.-]+$/.test(body)) return { written, read: syntax(suggestion) };
  const known = KNOWN_PLACEHOLDERS;
  const near = inSmallLetters(body) ?? nearest(body, known);
  const problem = { kind: 'unknown', name: body, nearest: near, known } as const;
  return { written, read: err(problem) };
}

/** `${VARS.x}`: the names of its author may have capitals, ours have none. */
function inSmallLetters(body: string): string | null {
  const texts = [body.replace(/^\w+/, (first) => first.toLowerCase()), body.toLowerCase()];
  return texts.find((text) => placeholderOf(text) !== null) ?? null;
}

/** What stands behind the name is text again, however far away the next brace is. */
function readUnclosed(written: string): Found {
  const [, name = '', colon] = /^\$\{([\w.+-]*)(:?)/.exec(written) ?? [];
  const suggestion = placeholderOf(name) === null || colon ? null : `\${${name}}`;
  return { written: `\${${name}`, read: syntax(suggestion) };
}

function syntax(suggestion: string | null): Found['read'] {
  return err({ kind: 'syntax', suggestion });
}

function rewrite(body: string): string | null {
  let text = body;
  for (const [pattern, ours] of REWRITES) text = text.replace(pattern, ours);
  return placeholderOf(text) === null ? null : `\${${text}}`;
}

function placeholderOf(body: string): Placeholder | null {
  return simplePlaceholder(body) ?? namedPlaceholder(body);
}

function simplePlaceholder(body: string): Placeholder | null {
  if (body === 'uuid') return { kind: 'uuid' };
  if (body === 'run.id') return { kind: 'run_id' };
  if (body === 'tmp') return { kind: 'tmp' };
  if (body === 'port') return { kind: 'port' };
  const today = /^today(?:([+-]\d{1,5})d)?$/.exec(body);
  return today === null ? null : { kind: 'today', days: Number(today[1] ?? 0) };
}

function namedPlaceholder(body: string): Placeholder | null {
  const env = /^env\.(\w+)(?::-(.*))?$/s.exec(body);
  if (env?.[1] !== undefined) return { kind: 'env', name: env[1], fallback: env[2] ?? null };
  const upstream = /^upstreams\.([^.]+)\.url$/.exec(body);
  if (upstream?.[1] !== undefined) return { kind: 'upstream', name: upstream[1] };
  const variant = /^case\.([\w-]+)$/.exec(body);
  if (variant?.[1] !== undefined) return { kind: 'case', name: variant[1] };
  const vars = /^vars\.([^.]+(?:\.[^.]+)*)$/.exec(body);
  return vars?.[1] === undefined ? null : { kind: 'vars', path: vars[1].split('.') };
}
