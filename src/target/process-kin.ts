import { readdirSync, readFileSync } from 'node:fs';
import { CAN_SWEEP } from './process-sweep.ts';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  /** In clock ticks since the start of the machine: with the id it names one process for good. */
  readonly startTime: string;
}

/**
 * The descendants of a process, by their parents and sessions (Linux only; none elsewhere), each
 * remembered from the first look on, when its parent may be gone. What cannot be seen: one that
 * left the session and whose parent ended before any look was taken.
 */
export class Kin {
  readonly #leader: number;
  /** The start times of the leader's descendants by their ids. */
  readonly #known = new Map<number, string>();
  readonly #leaderStart: string | null;
  readonly #ownSession: number | null;

  constructor(leader: number) {
    this.#leader = leader;
    this.#leaderStart = CAN_SWEEP ? (readProcess(leader)?.startTime ?? null) : null;
    this.#ownSession = CAN_SWEEP ? (readProcess(process.pid)?.session ?? null) : null;
  }

  /** Those that run now, without the leader. */
  look(): readonly number[] {
    if (!CAN_SWEEP || this.#leaderStart === null) return [];
    const running = runningProcesses();
    if (running === null) return [...this.#known.keys()];
    const members = new Set<Process>();
    const ids = new Set<number>();
    const sessions = new Set<number>();
    const isMember = (each: Process) =>
      this.#isKnown(each) || ids.has(each.parent) || sessions.has(each.session);
    // Until nobody is added: a child may stand before its parent.
    for (let before = -1; before !== members.size; ) {
      before = members.size;
      for (const each of running) {
        if (members.has(each) || !isMember(each)) continue;
        members.add(each);
        ids.add(each.pid);
        // The tree founded it, unless the leader has stayed in ours.
        if (each.session !== this.#ownSession) sessions.add(each.session);
      }
    }
    ids.delete(this.#leader);
    this.#known.clear();
    for (const { pid, startTime } of members) {
      if (pid !== this.#leader) this.#known.set(pid, startTime);
    }
    return [...ids];
  }

  #isKnown({ pid, startTime }: Process): boolean {
    const known = pid === this.#leader ? this.#leaderStart : this.#known.get(pid);
    return known === startTime;
  }
}

/** Null when they cannot be listed: no file descriptor is left, say. */
function runningProcesses(): readonly Process[] | null {
  try {
    return readdirSync('/proc').flatMap((name) => {
      const pid = Number(name);
      const found = Number.isInteger(pid) && pid !== process.pid ? readProcess(pid) : null;
      return found ?? [];
    });
  } catch {
    return null;
  }
}

/** Null when it is gone, or a zombie. */
function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before it may hold blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = 'X', parent, , session] = fields;
    if (state === 'Z' || state === 'X') return null;
    return { pid, parent: Number(parent), session: Number(session), startTime: fields[19] ?? '' };
  } catch {
    return null;
  }
}
