import { StringDecoder } from 'node:string_decoder';

/** Keeps the last bytes of a stream, in memory bounded by twice its limit and the newest chunk. */
export class TailBuffer {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #cut = false;

  /** `limit`: how many bytes are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > 2 * this.#limit) this.#compact();
  }

  /** The end of the stream as text; a character that is only half there, at either end, is left out. */
  text(): string {
    if (this.#bytes > this.#limit || this.#chunks.length > 1) this.#compact();
    const bytes = this.#chunks[0] ?? Buffer.alloc(0);
    return new StringDecoder('utf8').write(bytes.subarray(this.#cut ? firstCharacter(bytes) : 0));
  }

  #compact(): void {
    const all = Buffer.concat(this.#chunks);
    // A copy: a view would keep the whole of a large chunk alive.
    const kept = Buffer.from(all.subarray(Math.max(0, all.length - this.#limit)));
    if (kept.length < all.length) this.#cut = true;
    this.#chunks = [kept];
    this.#bytes = kept.length;
  }
}

/** UTF-8 characters continue over at most three bytes of the form 10xxxxxx. */
function firstCharacter(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}
