import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { CAN_SWEEP } from './process-sweep.ts';

/** A socket that waits for connections. */
export interface Listener {
  readonly inode: string;
  /** Whether connections to loopback reach it. */
  readonly onLoopback: boolean;
}

const LISTEN = '0A';
/** As the kernel writes addresses: each group of four bytes backwards. */
const REACHED_BY_LOOPBACK = /^(0{8}|[0-9A-F]{6}7F|0{32}|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F)$/;

/** Who listens on a port, whoever it is (Linux); null where that cannot be seen. */
export function listenersOn(port: number): readonly Listener[] | null {
  if (!CAN_SWEEP) return null;
  try {
    return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => {
      const [, ...rows] = readTable(file).split('\n');
      return rows.flatMap((row) => listenerOf(row, port) ?? []);
    });
  } catch {
    return null;
  }
}

/** Where one of our processes has a socket open. */
export interface Hold {
  readonly link: string;
  readonly target: string;
}

/** How the processes hold the sockets; null if one of those is held by none of them. */
export function holdsOf(
  pids: readonly number[],
  listeners: readonly Listener[],
): readonly Hold[] | null {
  const owned = new Map(pids.flatMap(filesOf).map((hold) => [hold.target, hold]));
  const holds = listeners.flatMap(({ inode }) => owned.get(`socket:[${inode}]`) ?? []);
  return holds.length === listeners.length ? holds : null;
}

export function isHeld({ link, target }: Hold): boolean {
  return linkOf(link) === target;
}

/** A kernel without IPv6 has no table of it. */
function readTable(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (file.endsWith('6')) return '';
    throw error;
  }
}

function listenerOf(row: string, port: number): Listener | null {
  const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/);
  const [address = '', hexPort = ''] = local.split(':');
  if (state !== LISTEN || Number.parseInt(hexPort, 16) !== port) return null;
  return { inode, onLoopback: REACHED_BY_LOOPBACK.test(address) };
}

function filesOf(pid: number): readonly Hold[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((name) => {
      const link = `${folder}/${name}`;
      return { link, target: linkOf(link) };
    });
  } catch {
    // It has ended.
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
