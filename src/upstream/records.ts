import type { UpstreamRequest } from '../model/outcome.ts';

/** What all requests of a scenario together may hold, in UTF-16 units; beyond it, heads only. */
const MAX_HELD = 16 * 1024 * 1024;
const HEAD = 1024;

/** The requests of a scenario, in order of arrival, with a bound on the memory that they take. */
export class Records {
  #requests: UpstreamRequest[] = [];
  #held = 0;

  begin(): void {
    this.#requests = [];
    this.#held = 0;
  }

  add(request: UpstreamRequest): void {
    const full = this.#held + request.body.length > MAX_HELD;
    const kept = full ? { ...request, body: headOf(request.body) } : request;
    this.#held += kept.body.length;
    this.#requests.push(kept);
  }

  /** The bound is on the whole scenario: what was taken is still held by its steps. */
  take(): readonly UpstreamRequest[] {
    const taken = this.#requests;
    this.#requests = [];
    return taken;
  }
}

/** A copy: a slice would keep the whole text alive. */
function headOf(text: string): string {
  if (text.length <= HEAD) return text;
  return Buffer.from(`${text.slice(0, HEAD)}…`).toString();
}
