/** White space, control characters, and what is never drawn: zero-width spaces and the like. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader would see nothing. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
