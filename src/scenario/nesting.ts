/** Tokens of the lexer that say something about the text and are no part of it. */
const DOCUMENT = '\x02';
const FLOW_END = '\x18';
export const SCALAR = '\x1f';
export const MARKS: readonly string[] = [DOCUMENT, FLOW_END, SCALAR];

/**
 * Where the tokens of a YAML text nest deeper than `limit`, or null. The composer recurses, and one
 * that runs out of stack can end the process: so this looks first, without recursion. The depth is
 * an estimate, right within a factor of two.
 */
export function tooDeepAt(tokens: Iterable<string>, limit: number): number | null {
  const nesting = new Nesting();
  let offset = 0;
  for (const token of tokens) {
    nesting.take(token);
    if (nesting.depth > limit) return offset;
    if (!MARKS.includes(token)) offset += token.length;
  }
  return null;
}

class Nesting {
  /** Lines that the current one is indented below, and how many collections each opened. */
  readonly #lines: { readonly indent: number; opened: number }[] = [];
  #blocks = 0;
  #brackets = 0;
  #indent: number | null = 0;
  #isScalar = false;

  get depth(): number {
    return this.#blocks + this.#brackets;
  }

  take(token: string): void {
    if (this.#isScalar) {
      this.#isScalar = false;
      if (token.endsWith('\n')) this.#indent = 0;
    } else if (token === DOCUMENT || token === FLOW_END) {
      this.#brackets = 0;
    } else if (this.#brackets > 0) {
      this.#inFlow(token);
    } else if (this.#indent === null || !this.#isMargin(token)) {
      this.#inBlock(token);
    }
  }

  #inFlow(token: string): void {
    this.#isScalar = token === SCALAR;
    if (token === '[' || token === '{') this.#brackets += 1;
    else if (token === ']' || token === '}') this.#brackets -= 1;
  }

  #inBlock(token: string): void {
    this.#isScalar = token === SCALAR;
    if (token === '[' || token === '{') this.#brackets = 1;
    else if (token === '-' || token === '?' || token === ':') this.#open();
    else if (token.endsWith('\n')) this.#indent = 0;
  }

  /** White space and comments in front of a line; its first other token ends the margin. */
  #isMargin(token: string): boolean {
    if (/^ +$/.test(token)) this.#indent = token.length;
    if (/^(?: +|#.*|\r?\n)$/.test(token)) {
      if (token.endsWith('\n')) this.#indent = 0;
      return true;
    }
    const indent = this.#indent ?? 0;
    this.#indent = null;
    this.#leave(indent);
    this.#lines.push({ indent, opened: 0 });
    return false;
  }

  #leave(indent: number): void {
    for (let last = this.#lines.at(-1); last && last.indent >= indent; last = this.#lines.at(-1)) {
      this.#blocks -= last.opened;
      this.#lines.pop();
    }
  }

  #open(): void {
    const line = this.#lines.at(-1);
    if (line === undefined) return;
    line.opened += 1;
    this.#blocks += 1;
  }
}
