import { Writable } from 'node:stream';

/** Waits until what has been printed is out: a thread that is ended keeps the rest to itself. */
export async function flushOutput(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(flush));
}

/** Past a `write` that somebody has put in its place. */
function flush(stream: Writable): Promise<unknown> {
  return new Promise((resolve) => Writable.prototype.write.call(stream, '', 'utf8', resolve));
}
