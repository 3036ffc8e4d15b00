import { Writable } from 'node:stream';

/** Waits until nothing is under way any more, but not longer than so many ms. */
export function settled(ms: number): Promise<void> {
  return new Promise((resolve) => {
    process.once('beforeExit', () => resolve());
    setTimeout(resolve, ms).unref();
  });
}

/** Ends our process once all that was printed, and the last words, are out. */
export async function leave(lastWords = ''): Promise<void> {
  await Promise.all([written(process.stdout, ''), written(process.stderr, lastWords)]);
  process.exit();
}

/** Past a `write` that somebody has put in its place. */
function written(stream: Writable, text: string): Promise<unknown> {
  return new Promise((resolve) => Writable.prototype.write.call(stream, text, 'utf8', resolve));
}
