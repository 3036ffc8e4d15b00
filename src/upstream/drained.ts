import { connect, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Resolves when a listener on loopback has heard what was sent to it before: a process that asks
 * and exits at once is gone before it has been heard. Connections are accepted in turn, so one more
 * shows that all before it were, and the data of those is read in the turn that follows. Never rejects.
 */
export async function drained(server: Server): Promise<void> {
  const address = server.address();
  if (address === null || typeof address === 'string') return;
  const last = connect({ host: '127.0.0.1', port: address.port });
  await accepted(server, last);
  last.destroy();
  await nextTurn();
  await nextTurn();
}

function accepted(server: Server, last: Socket): Promise<void> {
  const seen = new Set<number | undefined>();
  return new Promise((resolve) => {
    const check = (): void => {
      if (last.localPort !== undefined && seen.has(last.localPort)) done();
    };
    const look = ({ remotePort }: Socket): void => {
      seen.add(remotePort);
      check();
    };
    const done = (): void => {
      server.off('connection', look);
      resolve();
    };
    server.on('connection', look);
    last.on('error', done).once('close', done).once('connect', check);
  });
}
