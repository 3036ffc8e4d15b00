/** Of a reply that is no answer, in characters. */
const MAX_SHOWN = 200;
/** Of the body that is looked at, in characters: enough to get past the head of an HTML page. */
const MAX_READ = 16 * 1024;
/** Shorter ones would mask words that have nothing to do with them. */
const MIN_SECRET = 8;

/** Makes text of what a server sent beside the protocol: one bounded line, without our credentials. */
export class Excerpts {
  readonly #secrets: readonly string[];

  /** `sent`: what we send along, and never show. */
  constructor(sent: readonly string[]) {
    // "Bearer abc" comes back as "abc" too.
    const parts = sent.flatMap((value) => [value, ...value.split(/\s+/)]);
    this.#secrets = [...new Set(parts)]
      .filter((part) => part.length >= MIN_SECRET)
      .sort((a, b) => b.length - a.length);
  }

  of(text: string): string {
    const line = this.#mask(text)
      .slice(0, MAX_READ)
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim();
    // What is cut comes last, where later masking still knows the beginning of a secret.
    return this.#mask(line).slice(0, MAX_SHOWN);
  }

  ofBody(body: string): string {
    const head = this.#mask(body).slice(0, MAX_READ);
    return this.of(head.trimStart().startsWith('<') ? withoutTags(head) : head);
  }

  #mask(text: string): string {
    let masked = text;
    for (const secret of this.#secrets) masked = masked.replaceAll(secret, '***');
    return masked;
  }
}

function withoutTags(html: string): string {
  return html
    .replace(/<(script|style)\b.*?(<\/\1\s*>|$)/gis, ' ')
    .replace(/<!--.*?(-->|$)/gs, ' ')
    .replace(/<[^<>]*(>|$)/g, ' ');
}
