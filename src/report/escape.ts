/**
 * The one way by which untrusted text gets onto a terminal. What would move the cursor, hide, or
 * reorder other text becomes a visible escape such as `\x1b` or `\u202e`.
 */

/** All that is invisible or not a character at all: controls, bidi, zero-width, lone surrogates. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u;

/** An emoji with its variation selector and joiners; alone these are hidden characters. */
const EMOJI =
  /\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*|[0-9#*]\ufe0f\u20e3/u;

const EMOJI_OR_HIDDEN = new RegExp(`(${EMOJI.source})|${HIDDEN.source}`, 'gu');
const ALL_HIDDEN = new RegExp(HIDDEN.source, 'gu');

/** Spaces that look like the plain one: in evidence that must show, in prose it need not. */
const ODD_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** For one line: no line break and no tab survives. */
export function escapeLine(text: string): string {
  return replaceHidden(text, (char) => SHORT[char] ?? visible(char)).replace(ODD_SPACES, visible);
}

/** For several lines: line feeds and tabs stay. */
export function escapeBlock(text: string): string {
  return replaceHidden(text, (char) => {
    if (char === '\n' || char === '\t') return char;
    return SHORT[char] ?? visible(char);
  });
}

/** For one line in which each character is to be told from its look-alikes: ASCII only. */
export function escapeAscii(text: string): string {
  return escapeLine(text).replace(/[^\n\x20-\x7e]/gu, visible);
}

/**
 * For JSON that has been written: the same value, but nothing in it can act on a terminal, and
 * lone surrogates, which strict parsers refuse, are replacement characters.
 */
export function escapeJson(json: string): string {
  return json
    .replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (written, lone) => (lone ? '\\ufffd' : written))
    .replace(ALL_HIDDEN, (char) => (char === '\n' ? char : jsonEscape(char)))
    .replaceAll('##[', '##\\u005b');
}

/**
 * For all that is printed, at the very end: GitHub's runner reads commands out of a log, `::name` at
 * the start of a line and `##[name]` anywhere.
 */
export function disarm(printed: string): string {
  return printed.replace(/^([^\S\n]*)::/gm, '$1\\x3a:').replaceAll('##[', '##\\x5b');
}

function replaceHidden(text: string, show: (char: string) => string): string {
  return text.replace(EMOJI_OR_HIDDEN, (char, emoji?: string) => emoji ?? show(char));
}

function visible(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code > 0xffff ? `\\u{${hex(code, 1)}}` : `\\u${hex(code, 4)}`;
}

function jsonEscape(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${hex(char.charCodeAt(at), 4)}`).join(
    '',
  );
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
