import type { UpstreamRequest } from '../model/outcome.ts';
import type { Seen } from './execution.ts';
import { attemptRecorder, upstreamRecorder } from './instruments.ts';
import type { Lease } from './lease.ts';
import type { Script } from './script.ts';

/** What was seen of one call. */
export interface CallSeen extends Seen {
  readonly upstream: readonly UpstreamRequest[];
}

/** Parts what goes on around a step by its calls: the window of each lasts until the next is sent. */
export class CallWindows {
  readonly #script: Script;
  readonly #recorder: ReturnType<typeof upstreamRecorder>;
  readonly #tripwire: ReturnType<typeof attemptRecorder>;
  readonly #closed: CallSeen[] = [];
  #isOpen = false;

  /** `before`: takes what the stubs had received until it begins. */
  constructor(
    { upstreams, tripwire }: Pick<Lease, 'upstreams' | 'tripwire'>,
    script: Script,
    before: (requests: readonly UpstreamRequest[]) => void,
  ) {
    this.#script = script;
    this.#recorder = upstreamRecorder(upstreams, before);
    this.#tripwire = attemptRecorder(tripwire);
  }

  begin(): void {
    this.#recorder.begin();
    this.#tripwire.begin();
    this.#script.begin();
  }

  /** Before each call. */
  next(): void {
    if (this.#isOpen) this.#closed.push(this.#take());
    this.#isOpen = true;
  }

  /** One for each call, and how many answers are left over. */
  end(): { readonly windows: readonly CallSeen[]; readonly unusedAnswers: number } {
    this.#closed.push(this.#take());
    return { windows: this.#closed, unusedAnswers: this.#script.end().unusedAnswers };
  }

  #take(): CallSeen {
    const prompts = this.#script.late();
    return { upstream: this.#recorder.end(), attempts: this.#tripwire.end(), prompts };
  }
}
