import type { UpstreamRequest } from '../model/outcome.ts';

/** What all requests of a scenario together may hold, in UTF-16 units; beyond it, heads only. */
const MAX_HELD = 16 * 1024 * 1024;
const HEAD = 1024;

type Entry = { -readonly [Key in keyof UpstreamRequest]: UpstreamRequest[Key] };

/** The requests of a scenario, in order of arrival, with a bound on the memory that they take. */
export class Records {
  #requests: Entry[] = [];
  #held = 0;

  /**
   * The next scenario has the whole bound. What nobody has taken yet is told to it; whose route
   * it was answered by is not its own any more.
   */
  begin(): void {
    for (const entry of this.#requests) {
      if (entry.route !== null) entry.route = { ...entry.route, own: false };
    }
    this.#held = this.#requests.reduce((sum, { body }) => sum + body.length, 0);
  }

  /**
   * Of one whose body is still to come it gives what completes it, in place: it may have been taken
   * by then, and belongs to whoever was told of its head.
   */
  add(request: UpstreamRequest): (whole: UpstreamRequest) => void {
    const entry: Entry = this.#bounded(request);
    this.#requests.push(entry);
    return (whole) => Object.assign(entry, this.#bounded(whole));
  }

  /** The bound is on the whole scenario: what was taken is still held by its steps. */
  take(): readonly UpstreamRequest[] {
    const taken = this.#requests;
    this.#requests = [];
    return taken;
  }

  #bounded(request: UpstreamRequest): Entry {
    const full = this.#held + request.body.length > MAX_HELD;
    const kept = { ...request, body: full ? headOf(request.body) : request.body };
    this.#held += kept.body.length;
    return kept;
  }
}

/** A copy: a slice would keep the whole text alive. */
function headOf(text: string): string {
  if (text.length <= HEAD) return text;
  return Buffer.from(`${text.slice(0, HEAD)}…`).toString();
}
