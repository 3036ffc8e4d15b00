import { secretForms } from './secret-forms.ts';
import { secretPatterns } from './secret-patterns.ts';

const MASK = '***';
/** A cut text may end within a secret; a shorter remainder gives nothing away. */
const MIN_PART = 4;

/** Replaces secrets in a text, and what is left of one at the edges of a text that may be cut. */
export interface Mask {
  (text: string): string;
  /** Replaces whole ones only: for words that nobody cuts. */
  readonly exact: (text: string) => string;
}

/** Where there is no secret. */
export const NO_MASK: Mask = Object.assign((text: string) => text, {
  exact: (text: string) => text,
});

/** Masks each secret in all its forms, and what is left of one at the edge of a cut text. */
export function createMask(secrets: readonly string[]): Mask {
  const forms = secretForms(secrets);
  if (forms.length === 0) return NO_MASK;
  const patterns = secretPatterns(secrets);
  const exact = (text: string): string => {
    let masked = text;
    for (const form of forms) {
      if (masked.includes(form)) masked = masked.replaceAll(form, MASK);
    }
    for (const { mayOccur, pattern } of patterns) {
      if (mayOccur(masked)) masked = masked.replace(pattern, MASK);
    }
    return masked;
  };
  return Object.assign((text: string) => maskEdges(exact(text), forms), { exact });
}

function maskEdges(text: string, forms: readonly string[]): string {
  const ellipsis = text.endsWith('…') ? '…' : '';
  const body = text.slice(0, text.length - ellipsis.length);
  const start = Math.max(0, ...forms.map((form) => overlap(form, body, 'start')));
  const end = Math.max(0, ...forms.map((form) => overlap(form, body, 'end')));
  if (start === 0 && end === 0) return text;
  const inner = body.slice(start, Math.max(start, body.length - end));
  return `${start > 0 ? MASK : ''}${inner}${end > 0 ? MASK : ''}${ellipsis}`;
}

/** How many letters at an edge of the text are the rest, or the beginning, of a secret. */
function overlap(form: string, text: string, edge: 'start' | 'end'): number {
  for (let length = Math.min(form.length - 1, text.length); length >= MIN_PART; length -= 1) {
    const cut =
      edge === 'start'
        ? text.startsWith(form.slice(-length))
        : text.endsWith(form.slice(0, length));
    if (cut) return length;
  }
  return 0;
}

/** What a server, an author or a service wrote lies below these, keys included. */
const FOREIGN: ReadonlySet<string> = new Set([
  ...['args', 'structured', 'headers', 'query', 'json', 'data', 'vars', 'expected', 'actual'],
  ...['state', 'value', 'came', 'metadata'],
]);
/** These hold our own words, which mean something to whoever reads them. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...['type', 'kind', 'why', 'status', 'state', 'mode', 'phase', 'cut', 'transport', 'textFrom'],
  ...['channel', 'want', 'doing', 'differs', 'verdict'],
]);

/**
 * Masks every text within a value, and the keys of what is not ours. Our own words stay as they
 * are: a secret may well end like one. One object told twice stays one object.
 */
export function createRedactor(mask: Mask): <T>(told: T) => T {
  if (mask === NO_MASK) return (told) => told;
  const known = new WeakMap<object, unknown>();
  const redact = (value: unknown, foreign: boolean, whole = false): unknown => {
    if (typeof value === 'string') return whole ? mask.exact(value) : mask(value);
    if (typeof value === 'number') return holdsSecret(value, mask) ? MASK : value;
    if (typeof value !== 'object' || value === null) return value;
    const redacted = known.get(value) ?? redactObject(value, mask, { foreign, whole }, redact);
    known.set(value, redacted);
    return redacted;
  };
  return <T>(told: T) => redact(told, false) as T;
}

/** The expectation of these checks is a map with words of ours in it; of others it is foreign. */
const SHAPED: ReadonlySet<unknown> = new Set(['error', 'upstream', 'state']);

function isOwnShape(key: string, value: object): boolean {
  return key === 'expected' && 'kind' in value && SHAPED.has(value.kind);
}

/** What their author wrote comes as it was written: an edge like that of a secret is a word. */
const AUTHORED: ReadonlySet<string> = new Set(['expected', 'args', 'vars', 'name', 'description']);

type Redact = (value: unknown, foreign: boolean, whole?: boolean) => unknown;

/** What lies around a value. */
interface Around {
  readonly foreign: boolean;
  readonly whole: boolean;
}

/** Whole only: a number is no text that was cut. */
function holdsSecret(value: number, mask: Mask): boolean {
  const text = ` ${value} `;
  return mask(text) !== text;
}

function redactObject(
  value: object,
  mask: Mask,
  { foreign, whole }: Around,
  redact: Redact,
): unknown {
  if (Array.isArray(value)) return value.map((item) => redact(item, foreign, whole));
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    if (foreign) return [mask.exact(key), redact(item, true, whole)];
    if (OWN_WORDS.has(key) && typeof item === 'string') return [key, item];
    const isWhole = whole || AUTHORED.has(key);
    return [key, redact(item, FOREIGN.has(key) && !isOwnShape(key, value), isWhole)];
  });
  const redacted: object = Object.fromEntries(entries);
  if (!isExcerpt(value)) return redacted;
  // A secret may lie across the parts of an excerpt.
  const text = value.before + value.focus + value.after;
  const masked = mask(text);
  return masked === text ? redacted : { ...redacted, before: '', focus: masked, after: '' };
}

function isExcerpt(value: object): value is Record<'before' | 'focus' | 'after', string> {
  const { before, focus, after, offset } = value as Readonly<Record<string, unknown>>;
  return (
    [before, focus, after].every((part) => typeof part === 'string') && typeof offset === 'number'
  );
}
