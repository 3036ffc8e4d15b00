import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { err, ok, type Result } from '../model/result.ts';

/** Where a report's text goes. */
export interface Sink {
  write(text: string): void;
  /** Resolves when all of it is out; the error says why not all of it is. */
  finish(): Promise<Result<void, string>>;
}

/** A stream of the process. Trouble such as a reader that went away is kept for `finish`. */
export function streamSink(stream: Writable): Sink {
  let trouble: string | null = null;
  stream.on('error', (error: Error) => {
    trouble ??= error.message;
  });
  return {
    write: (text) => {
      if (text !== '' && trouble === null) stream.write(text);
    },
    finish: () =>
      new Promise((resolve) => {
        const done = (): void => resolve(trouble === null ? ok(undefined) : err(trouble));
        if (trouble === null) stream.write('', done);
        else done();
      }),
  };
}

/** A file, replaced whole at the end: an older report stays until the new one is complete. */
export function fileSink(path: string): Result<Sink, string> {
  const prepared = attempt(() => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('is a folder');
    mkdirSync(dirname(path), { recursive: true });
  });
  if (!prepared.ok) return prepared;
  const parts: string[] = [];
  return ok({
    write: (text) => void parts.push(text),
    finish: async () => {
      const partial = `${path}.part`;
      const written = attempt(() => {
        writeFileSync(partial, parts.join(''));
        renameSync(partial, path);
      });
      if (!written.ok) attempt(() => rmSync(partial, { force: true }));
      return written;
    },
  });
}

function attempt(work: () => void): Result<void, string> {
  try {
    work();
    return ok(undefined);
  } catch (thrown) {
    return err(thrown instanceof Error ? thrown.message : String(thrown));
  }
}
