import { nearest } from '../validator/nearest.ts';

/** One `${…}` in a string. */
export type Placeholder =
  | { readonly kind: 'vars'; readonly path: readonly string[] }
  | { readonly kind: 'env'; readonly name: string; readonly fallback: string | null }
  | { readonly kind: 'upstream'; readonly name: string }
  | { readonly kind: 'today'; readonly days: number }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'run_id' }
  | { readonly kind: 'tmp' };

export interface Template {
  readonly parts: readonly (string | Placeholder)[];
  readonly placeholders: readonly { readonly written: string; readonly placeholder: Placeholder }[];
  readonly problems: readonly TemplateProblem[];
}

/** `written` is the placeholder's own text, as it stands in the string. */
export type TemplateProblem =
  | { readonly kind: 'syntax'; readonly written: string; readonly suggestion: string | null }
  | {
      readonly kind: 'unknown';
      readonly written: string;
      readonly name: string;
      readonly nearest: string | null;
      readonly known: readonly string[];
    }
  | { readonly kind: 'not_yet'; readonly written: string };

/** What may stand between `${` and `}`; shown to an author who wrote something else. */
const KNOWN_PLACEHOLDERS: readonly string[] = [
  'vars.NAME',
  'env.NAME',
  'env.NAME:-default',
  'upstreams.NAME.url',
  'uuid',
  'run.id',
  'today',
  'today+7d',
  'tmp',
];

/** Splits a string at its placeholders. `$${` is a literal `${`. */
export function parseTemplate(text: string): Template {
  if (/^\$[A-Z_][A-Z0-9_]*$/.test(text)) {
    const suggestion = `\${env.${text.slice(1)}}`;
    return {
      parts: [text],
      placeholders: [],
      problems: [{ kind: 'syntax', written: text, suggestion }],
    };
  }
  const parts: (string | Placeholder)[] = [];
  const placeholders: { written: string; placeholder: Placeholder }[] = [];
  const problems: TemplateProblem[] = [];
  for (const [token] of text.matchAll(/\$\$\{|\$\{[^}]*\}?|[^$]+|\$/g)) {
    if (token === '$${') append(parts, '${');
    else if (!token.startsWith('${')) append(parts, token);
    else {
      const read = readPlaceholder(token);
      if ('problem' in read) problems.push(read.problem);
      else {
        parts.push(read.placeholder);
        placeholders.push({ written: token, placeholder: read.placeholder });
      }
    }
  }
  return { parts, placeholders, problems };
}

function append(parts: (string | Placeholder)[], text: string): void {
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = last + text;
  else parts.push(text);
}

type Read = { readonly placeholder: Placeholder } | { readonly problem: TemplateProblem };

function readPlaceholder(written: string): Read {
  const body = written.endsWith('}') ? written.slice(2, -1) : null;
  if (body === null) return syntax(written, `${written}}`);
  const placeholder = simplePlaceholder(body) ?? namedPlaceholder(body);
  if (placeholder !== null) return { placeholder };
  if (/^(case\.[\w-]+|port)$/.test(body)) return { problem: { kind: 'not_yet', written } };
  if (/^[A-Z_][A-Z0-9_]*(:-[^}]*)?$/.test(body)) return syntax(written, `\${env.${body}}`);
  if (/^env:\w+$/.test(body)) return syntax(written, `\${env.${body.slice(4)}}`);
  if (!/^[\w.-]+$/.test(body)) return syntax(written, null);
  const known = KNOWN_PLACEHOLDERS;
  return {
    problem: { kind: 'unknown', written, name: body, nearest: nearest(body, known), known },
  };
}

function syntax(written: string, suggestion: string | null): Read {
  return { problem: { kind: 'syntax', written, suggestion } };
}

function simplePlaceholder(body: string): Placeholder | null {
  if (body === 'uuid') return { kind: 'uuid' };
  if (body === 'run.id') return { kind: 'run_id' };
  if (body === 'tmp') return { kind: 'tmp' };
  const today = /^today(?:([+-]\d{1,5})d)?$/.exec(body);
  return today === null ? null : { kind: 'today', days: Number(today[1] ?? 0) };
}

function namedPlaceholder(body: string): Placeholder | null {
  const env = /^env\.(\w+)(?::-(.*))?$/s.exec(body);
  if (env?.[1] !== undefined) return { kind: 'env', name: env[1], fallback: env[2] ?? null };
  const upstream = /^upstreams\.([^.]+)\.url$/.exec(body);
  if (upstream?.[1] !== undefined) return { kind: 'upstream', name: upstream[1] };
  const vars = /^vars\.([^.]+(?:\.[^.]+)*)$/.exec(body);
  return vars?.[1] === undefined ? null : { kind: 'vars', path: vars[1].split('.') };
}
