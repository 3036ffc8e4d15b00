import { Writable } from 'node:stream';

/** Ends our process once all that was printed, and the last words, are out. */
export async function leave(lastWords = ''): Promise<void> {
  await Promise.all([written(process.stdout, ''), written(process.stderr, lastWords)]);
  process.exit();
}

/** Past a `write` that somebody has put in its place. */
function written(stream: Writable, text: string): Promise<unknown> {
  return new Promise((resolve) => Writable.prototype.write.call(stream, text, 'utf8', resolve));
}
