import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok, type Result } from '../model/result.ts';

/** Listens on a free port of loopback; the address has no trailing slash, the error is the system's reason. */
export async function listenOnLoopback(server: Server): Promise<Result<string, string>> {
  try {
    server.listen({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  // Whatever goes wrong later (too many open files) concerns single sockets.
  server.on('error', () => {});
  // A TCP listener's address is never a string.
  const { port } = server.address() as AddressInfo;
  return ok(`http://127.0.0.1:${port}`);
}
