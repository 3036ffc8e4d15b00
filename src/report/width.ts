/** Columns that a terminal gives to a character: 0 for marks, 2 for East Asian and emoji. */
const NO_COLUMN = /^(?:\p{M}|\u200d|\ufe0e|\ufe0f)$/u;
const TWO_COLUMNS =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})$/u;

/** Columns of a text that has been escaped and has no colour in it. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += columns(char);
  return width;
}

/** The longest start of an escaped text that fits. */
export function fitWidth(text: string, limit: number): string {
  if (widthOf(text) <= limit) return text;
  let fit = '';
  let width = 0;
  for (const char of text) {
    width += columns(char);
    if (width > limit - 1) break;
    fit += char;
  }
  return `${fit}…`;
}

function columns(char: string): number {
  if (char < '\u0300') return 1;
  if (NO_COLUMN.test(char)) return 0;
  return TWO_COLUMNS.test(char) ? 2 : 1;
}
