import type { Suite } from '../model/suite.ts';

/** What scenarios of one suite share, when they are alike. */
export class Shared<T> {
  readonly #bySuite = new Map<Suite, Map<string, T>>();
  readonly #keys = new Map<Suite, Set<string>>();

  get(suite: Suite, key: string): T | undefined {
    return this.#bySuite.get(suite)?.get(key);
  }

  set(suite: Suite, key: string, value: T): void {
    const known = this.#bySuite.get(suite) ?? new Map<string, T>();
    this.#bySuite.set(suite, known.set(key, value));
    const keys = this.#keys.get(suite) ?? new Set();
    this.#keys.set(suite, keys.add(key));
  }

  /** Others of the suite had something to share, be it gone by now, and nobody with this key. */
  isMisfit(suite: Suite, key: string): boolean {
    const keys = this.#keys.get(suite);
    return keys !== undefined && !keys.has(key);
  }

  delete(suite: Suite, key: string): void {
    this.#bySuite.get(suite)?.delete(key);
  }

  of(suite: Suite): readonly (readonly [key: string, value: T])[] {
    return [...(this.#bySuite.get(suite) ?? [])];
  }

  all(): readonly (readonly [suite: Suite, key: string, value: T])[] {
    return [...this.#bySuite.keys()].flatMap((suite) =>
      this.of(suite).map(([key, value]) => [suite, key, value] as const),
    );
  }
}
