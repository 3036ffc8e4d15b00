const MASK = '***';
/** Shorter values would blacken ordinary words. */
const MIN_SECRET = 8;
/** A cut text may end within a secret; a shorter remainder gives nothing away. */
const MIN_PART = 4;

/** Replaces secrets in a text. */
export type Mask = (text: string) => string;

/** Where there is no secret. */
export const NO_MASK: Mask = (text) => text;

/**
 * Masks each secret as it stands, URL-encoded, JSON-escaped and in base64 at all three alignments
 * (`user:token` holds the token shifted), and what is left of one at the edge of a cut text.
 */
export function createMask(secrets: readonly string[]): Mask {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  if (forms.length === 0) return NO_MASK;
  const whole = new RegExp(forms.map(escapePattern).join('|'), 'g');
  return (text) => maskEdges(text.replace(whole, MASK), forms);
}

function formsOf(secret: string): string[] {
  if (secret.length < MIN_SECRET) return [];
  const url = encodeURIComponent(secret);
  const form = url.replaceAll('%20', '+');
  const json = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(json).slice(1, -1);
  const encoded = [url, lowerEscapes(url), form, lowerEscapes(form), json, twice];
  return [secret, ...encoded, ...base64Forms(secret)].filter((text) => text.length >= MIN_SECRET);
}

function lowerEscapes(url: string): string {
  return url.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** The letters that the secret alone decides, whatever stands before and behind it. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor((shifted.length * 8) / 6);
    const standard = shifted.toString('base64').slice(first, last);
    return [standard, standard.replaceAll('+', '-').replaceAll('/', '_')];
  });
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
  for (let length = form.length - 1; length >= MIN_PART; length -= 1) {
    const cut =
      edge === 'start'
        ? text.startsWith(form.slice(-length))
        : text.endsWith(form.slice(0, length));
    if (cut) return length;
  }
  return 0;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Masks every text within a value, keys included; what holds no secret stays the same object. */
export function redact<T>(told: T, mask: Mask): T {
  return mask === NO_MASK ? told : (redactValue(told, mask) as T);
}

function redactValue(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return mask(String(value)) === MASK ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, mask));
  if (typeof value !== 'object' || value === null || isSource(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [mask(key), redactValue(item, mask)]);
  return joinExcerpt(value, Object.fromEntries(entries), mask);
}

/** An author's file: positions count in its text, and it names variables, never their values. */
function isSource(value: object): boolean {
  return 'absolute' in value && 'text' in value && 'path' in value;
}

/** A secret may lie across the parts of an excerpt. */
function joinExcerpt(value: object, redacted: object, mask: Mask): object {
  if (!('before' in value && 'focus' in value && 'after' in value)) return redacted;
  const whole = `${value.before}${value.focus}${value.after}`;
  const masked = mask(whole);
  return masked === whole ? redacted : { ...redacted, before: '', focus: masked, after: '' };
}
