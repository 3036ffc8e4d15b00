const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface Lines {
  readonly lines: readonly string[];
  /** A line outgrew the limit: what follows can no longer be told apart and is dropped. */
  readonly tooLarge: boolean;
}

/**
 * Cuts a byte stream into lines (LF or CRLF, UTF-8). Pieces are kept in a list and joined once per
 * line, so that a line of 50 MB costs as much time per byte as a short one.
 */
export class LineBuffer {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #tooLarge = false;

  /** `limit`: the longest line in bytes, its line end not counted. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that this chunk completes. */
  push(chunk: Buffer): Lines {
    const lines: string[] = [];
    let start = 0;
    while (!this.#tooLarge) {
      const end = chunk.indexOf(LINE_FEED, start);
      this.#keep(chunk.subarray(start, end === -1 ? chunk.length : end));
      if (end === -1 || this.#tooLarge) break;
      lines.push(this.#join());
      start = end + 1;
    }
    return { lines, tooLarge: this.#tooLarge };
  }

  /** Takes what came after the last line end. */
  rest(): string {
    return this.#join();
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes <= this.#limit) {
      if (piece.length > 0) this.#pieces.push(piece);
      return;
    }
    this.#tooLarge = true;
    this.#pieces = [];
    this.#bytes = 0;
  }

  #join(): string {
    const [first] = this.#pieces;
    const line =
      this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
    return line.toString('utf8', 0, end);
  }
}
