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

/** Whether each of the sockets belongs to one of the processes. */
export function allOwnedBy(pids: readonly number[], listeners: readonly Listener[]): boolean {
  const owned = new Set(pids.flatMap(socketsOf));
  return listeners.every(({ inode }) => owned.has(`socket:[${inode}]`));
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

function socketsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((name) => linkOf(`${folder}/${name}`));
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
