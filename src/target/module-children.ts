import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { findMarked, MARK_VARIABLE, nestedMark, onOwnExit, signalAll } from './process-sweep.ts';

/** After SIGTERM, and again after SIGKILL, in ms. */
const LEFTOVER_MS = 250;
const POLL_MS = 10;

const live = new Set<ModuleChildren>();
let onExitInstalled = false;

/** The processes that a module starts: no thread takes them along at its end. */
export class ModuleChildren {
  /** What the thread's environment has to hold, so that they can be found (Linux only). */
  readonly env: Readonly<Record<string, string>>;
  readonly #mark = randomUUID();

  constructor() {
    this.env = { [MARK_VARIABLE]: nestedMark(this.#mark) };
    live.add(this);
    if (!onExitInstalled) onOwnExit(killAll);
    onExitInstalled = true;
  }

  /** Ends all that are left; bounded, never rejects. */
  async end(): Promise<void> {
    await this.#signal('SIGTERM');
    await this.#signal('SIGKILL');
    live.delete(this);
  }

  find(): readonly number[] {
    return findMarked([this.#mark]);
  }

  /** Waits within bounds until they are gone. */
  async #signal(signal: NodeJS.Signals): Promise<void> {
    const deadline = performance.now() + LEFTOVER_MS;
    let left = this.find();
    signalAll(left, signal);
    while (left.length > 0 && performance.now() < deadline) {
      await delay(POLL_MS);
      left = this.find();
    }
  }
}

function killAll(): void {
  for (const children of live) signalAll(children.find(), 'SIGKILL');
}
