import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerExit } from '../model/outcome.ts';
import { ok, type Result } from '../model/result.ts';
import { Kin } from './process-kin.ts';
import {
  type PipedChild,
  type ProcessSpec,
  type SpawnFailure,
  spawnPiped,
} from './process-spawn.ts';
import {
  CAN_SWEEP,
  findMarked,
  groupExists,
  MARK_VARIABLE,
  nestedMark,
  onOwnExit,
  signalAll,
  signalGroup,
} from './process-sweep.ts';
import { within } from './within.ts';

/** How long a server may take to end after the end of its input, in ms. */
const AFTER_INPUT_END_MS = 500;
/** How long it may take to flush after SIGTERM, in ms. */
const AFTER_TERM_MS = 1000;
/** For what a SIGKILL cannot reach at once (disk wait), in ms. */
const AFTER_KILL_MS = 1000;
/** For the descendants that the leader left behind, after SIGTERM and again after SIGKILL, in ms. */
const LEFTOVER_MS = 250;
const POLL_MS = 10;
/** For what stands in the pipes once all have ended, in ms. */
const DRAIN_MS = 100;
/** While the leader is given time to end, it may still start others: how often we look, in ms. */
const LOOK_MS = 50;

/** A process and all that it starts. */
export interface ProcessTree {
  readonly pid: number;
  /** See `PipedChild`. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the leader has ended, even while a descendant still holds its pipes. */
  readonly exited: Promise<ServerExit>;
  /** Whether we had to signal it: an end of input alone leaves its exit its own doing. */
  readonly signalled: boolean;
  /**
   * Ends the whole tree: end of input, SIGTERM, SIGKILL, each as soon as the one before was not
   * heeded in time. Bounded, never rejects, safe to call twice. `inputEndMs`: how long the end of
   * input alone may take effect.
   */
  end(inputEndMs?: number): Promise<void>;
  /** The ids of all that run of it, as far as can be seen (Linux). */
  members(): readonly number[];
}

const liveTrees = new Set<Tree>();

/** Starts a command as the leader of a tree; told apart is why it did not start. */
export async function spawnTree(spec: ProcessSpec): Promise<Result<ProcessTree, SpawnFailure>> {
  const mark = randomUUID();
  const env = { ...spec.env, [MARK_VARIABLE]: nestedMark(mark) };
  const child = await spawnPiped({ ...spec, env });
  if (!child.ok) return child;
  killTreesOnExit();
  const tree = new Tree(child.value, mark);
  liveTrees.add(tree);
  return ok(tree);
}

/** Ends every tree that is still there, all at once; bounded, never rejects. */
export async function endAllTrees(): Promise<void> {
  await Promise.all([...liveTrees].map((tree) => tree.end()));
}

/** SIGKILLs every tree that is still there. Synchronous: for a second signal, and for our own exit. */
export function killAllTrees(): void {
  const trees = [...liveTrees];
  for (const tree of trees) tree.kill();
  signalAll(findMarked(trees.map((tree) => tree.mark)), 'SIGKILL');
}

let onExitInstalled = false;
function killTreesOnExit(): void {
  if (!onExitInstalled) onOwnExit(killAllTrees);
  onExitInstalled = true;
}

class Tree implements ProcessTree {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<ServerExit>;
  readonly mark: string;
  /** Once the group is empty its id may be given to strangers. */
  #groupGone = false;
  readonly #kin: Kin;
  #hasExited = false;
  #signalled = false;
  #ending: Promise<void> | null = null;

  constructor(child: PipedChild, mark: string) {
    this.pid = child.process.pid ?? Number.NaN;
    this.mark = mark;
    this.#kin = new Kin(this.pid);
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    // EPIPE and the like: whoever needs to know listens too.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => {});
    this.exited = new Promise((resolve) => {
      child.process.once('exit', (code, signal) => {
        this.#hasExited = true;
        this.#groupGone = !groupExists(this.pid);
        resolve({ code, signal });
      });
    });
  }

  get signalled(): boolean {
    return this.#signalled;
  }

  end(inputEndMs = AFTER_INPUT_END_MS): Promise<void> {
    this.#ending ??= this.#end(inputEndMs);
    return this.#ending;
  }

  members(): readonly number[] {
    return [this.pid, ...this.#leftovers()];
  }

  kill(): void {
    const kin = this.#kin.look();
    this.#signal('SIGKILL');
    signalAll(kin, 'SIGKILL');
  }

  async #end(inputEndMs: number): Promise<void> {
    // While they have their parents: who hides the mark is found by nothing else.
    this.#kin.look();
    const looking = setInterval(() => this.#kin.look(), LOOK_MS);
    await this.#endLeader(inputEndMs);
    clearInterval(looking);
    await this.#endLeftovers();
    await this.#lastWords();
    // A descendant that is beyond our reach may hold the other ends.
    for (const pipe of [this.stdin, this.stdout, this.stderr]) pipe.destroy();
    liveTrees.delete(this);
  }

  async #endLeader(inputEndMs: number): Promise<void> {
    this.stdin.end();
    if (!(await this.#exitsWithin(inputEndMs))) {
      this.#signal('SIGTERM');
      if (!(await this.#exitsWithin(AFTER_TERM_MS))) {
        this.#signal('SIGKILL');
        await this.#exitsWithin(AFTER_KILL_MS);
      }
    }
  }

  /** What was written before the end may still be in the pipes, if anybody reads them. */
  async #lastWords(): Promise<void> {
    const open = [this.stdout, this.stderr].filter((pipe) => pipe.readableFlowing === true);
    await within(DRAIN_MS, Promise.all(open.map((pipe) => finished(pipe).catch(() => {}))));
  }

  /** Those that outlived the leader, in its group or (Linux) out of it. */
  async #endLeftovers(): Promise<void> {
    const left = this.#leftovers();
    if (left.length > 0) {
      signalAll(left, 'SIGTERM');
      await this.#leftoversGo(() => {});
      await this.#leftoversGo((stubborn) => signalAll(stubborn, 'SIGKILL'));
    }
    // Members whose environment hides the mark.
    this.#signal('SIGKILL');
  }

  /** Waits for them within bounds; looks again each time, since they may fork meanwhile. */
  async #leftoversGo(urge: (left: readonly number[]) => void): Promise<void> {
    const deadline = performance.now() + LEFTOVER_MS;
    let left = this.#leftovers();
    while (left.length > 0 && performance.now() < deadline) {
      urge(left);
      await delay(POLL_MS);
      left = this.#leftovers();
    }
  }

  #leftovers(): readonly number[] {
    if (CAN_SWEEP) return [...new Set([...findMarked([this.mark]), ...this.#kin.look()])];
    return !this.#groupGone && groupExists(this.pid) ? [-this.pid] : [];
  }

  #signal(signal: NodeJS.Signals): void {
    if (!this.#hasExited) this.#signalled = true;
    if (!this.#groupGone && !signalGroup(this.pid, signal)) this.#groupGone = this.#hasExited;
  }

  async #exitsWithin(ms: number): Promise<boolean> {
    const timer = new AbortController();
    const late = delay(ms, false, { signal: timer.signal }).catch(() => false);
    const inTime = await Promise.race([this.exited.then(() => true), late]);
    timer.abort();
    return inTime;
  }
}
