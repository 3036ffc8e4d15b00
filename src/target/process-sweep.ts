import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The variable that marks a server and all that it starts. */
export const MARK_VARIABLE = 'MCP_EVAL_PROCESS';

/** Descendants that left the process group can be found: only Linux shows foreign environments. */
export const CAN_SWEEP = process.platform === 'linux';
/** For a `taskkill` that hangs, in ms. */
const KILL_MS = 5000;
const HAS_GROUPS = process.platform !== 'win32';

/** The mark of a new tree. It holds our own, so that an outer run still finds our children. */
export function nestedMark(id: string): string {
  const outer = process.env[MARK_VARIABLE];
  return outer === undefined ? id : `${outer}/${id}`;
}

/** Running processes (no zombies) whose environment bears one of the marks; none where that cannot be seen. */
export function findMarked(marks: readonly string[]): readonly number[] {
  if (!CAN_SWEEP || marks.length === 0) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && bearsMark(pid, marks));
}

function bearsMark(pid: number, marks: readonly string[]): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`);
    return marks.some((mark) => environment.includes(mark));
  } catch {
    // Ended meanwhile, or another user's.
    return false;
  }
}

export function groupExists(leader: number): boolean {
  return HAS_GROUPS && signalPid(-leader, 0);
}

/** Where there are no process groups (Windows), whatever the signal is, the tree is killed. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  return HAS_GROUPS ? signalPid(-leader, signal) : killTree(leader);
}

/** A signal there reaches the leader alone, and with it goes the way to its children. */
function killTree(leader: number): boolean {
  const args = ['/pid', String(leader), '/t', '/f'];
  return spawnSync('taskkill', args, { windowsHide: true, timeout: KILL_MS }).status === 0;
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) signalPid(pid, signal);
}

export function onOwnExit(action: () => void): void {
  process.once('exit', action);
}

/** False when there is nothing to signal any more, or we may not. */
function signalPid(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
