/** What is wrong (with what was expected), and what to do about it. Not yet escaped. */
export interface Wording {
  readonly title: string;
  readonly help: readonly string[];
}

export function say(title: string, ...help: readonly string[]): Wording {
  return { title, help };
}
