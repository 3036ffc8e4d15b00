import { isLong } from './secret-forms.ts';

/** Finds one secret in spellings that differ from letter to letter. */
export interface SecretPattern {
  /** Quick, and never false where the pattern would match. */
  readonly mayOccur: (text: string) => boolean;
  readonly pattern: RegExp;
}

/** Shorter pieces are met too often to be worth a look. */
const PIECE = 3;
const BASE64_CHUNK = 16;
/** A pattern for a whole key file would be too large for the engine. */
const LONGEST = 2000;

/**
 * Encoders disagree on which letters they leave alone: each letter may stand as it is, percent-encoded,
 * as a character reference, or escaped for JSON however often. Base64 may be broken into lines.
 */
export function secretPatterns(secrets: readonly string[]): readonly SecretPattern[] {
  const values = new Set(secrets.flatMap((secret) => [secret.trim(), ...secret.split(/\r?\n/)]));
  return [...values]
    .filter((value) => isLong(value) && value.length <= LONGEST)
    .flatMap((value) => [lettersOf(value), ...[0, 1, 2].flatMap((at) => wrapped(value, at))]);
}

function lettersOf(value: string): SecretPattern {
  const pieces = value.match(/[A-Za-z0-9]+/g) ?? [];
  const piece = pieces.reduce((best, each) => (each.length > best.length ? each : best), '');
  return {
    mayOccur: (text) => piece.length < PIECE || text.includes(piece),
    pattern: new RegExp([...value].map(letter).join(''), 'g'),
  };
}

/** Letters and digits are left alone by all. */
function letter(char: string): string {
  if (/[A-Za-z0-9]/.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  const units = [...Array(char.length).keys()].map((at) => hex(char.charCodeAt(at), 4));
  const ways = [
    `\\\\*${escaped(char)}`,
    Array.from(Buffer.from(char), (byte) => `%(?:25)?${anyCase(hex(byte, 2))}`).join(''),
    units.map((unit) => `\\\\+u${anyCase(unit)}`).join(''),
    `&#0*${code};`,
    `&#[xX]0*${anyCase(code.toString(16))};`,
    ...(NAMED[char] ?? []),
    ...(char === ' ' ? ['\\+'] : []),
    // A JSON Pointer names a key that is a secret.
    ...(POINTER[char] ?? []),
  ];
  return `(?:${ways.join('|')})`;
}

const POINTER: Readonly<Record<string, readonly string[]>> = { '~': ['~0'], '/': ['~1'] };

const NAMED: Readonly<Record<string, readonly string[]>> = {
  '&': ['&amp;'],
  '<': ['&lt;'],
  '>': ['&gt;'],
  '"': ['&quot;'],
  "'": ['&apos;'],
};

function hex(value: number, width: number): string {
  return value.toString(16).padStart(width, '0');
}

function anyCase(digits: string): string {
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Base64 of a long value, at one of the three alignments, with line breaks anywhere. */
function wrapped(value: string, shift: number): readonly SecretPattern[] {
  const shifted = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]);
  const first = Math.ceil((shift * 8) / 6);
  const core = shifted.toString('base64').slice(first, Math.floor((shifted.length * 8) / 6));
  if (core.length < 2 * BASE64_CHUNK) return [];
  const halves = [core.slice(0, BASE64_CHUNK), core.slice(-BASE64_CHUNK)];
  const line = '(?:\\s|\\\\+[rn])*';
  return [
    {
      mayOccur: (text) => halves.some((half) => text.includes(half)),
      pattern: new RegExp([...core].map(escaped).join(line), 'g'),
    },
  ];
}
