import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
        // An earlier write that fails tells the later ones before it tells the stream's listeners.
        const done = (error?: Error | null): void => {
          const lost = trouble ?? error?.message ?? null;
          resolve(lost === null ? ok(undefined) : err(lost));
        };
        if (trouble === null) stream.write('', done);
        else done();
      }),
  };
}

/** A file, replaced whole at the end: an older report stays until the new one is complete. */
export function fileSink(path: string): Result<Sink, string> {
  const place = attempt(() => prepare(path));
  if (!place.ok) return place;
  const parts: string[] = [];
  return ok({
    write: (text) => void parts.push(text),
    finish: async () => attempt(() => put(place.value, parts.join(''))),
  });
}

/** `partial` is null where there is nothing to replace: a pipe or a device. */
interface FilePlace {
  readonly path: string;
  readonly partial: string | null;
}

/** Tells now, by a trial, what would otherwise be told at the end of the run. */
function prepare(path: string): FilePlace {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new Error('is a folder');
  // Standard output is a regular file to us when it is redirected into one.
  if (stats !== undefined && (!stats.isFile() || path.startsWith('/dev/'))) {
    return { path, partial: null };
  }
  mkdirSync(dirname(path), { recursive: true });
  const file = stats === undefined ? path : realpathSync(path);
  const partial = `${file}.part`;
  writeFileSync(partial, '');
  rmSync(partial);
  return { path: file, partial };
}

function put({ path, partial }: FilePlace, text: string): void {
  if (partial === null) {
    writeFileSync(path, text, { flag: 'a' });
    return;
  }
  try {
    writeFileSync(partial, text);
    renameSync(partial, path);
  } catch (thrown) {
    attempt(() => rmSync(partial, { force: true }));
    throw thrown;
  }
}

function attempt<T>(work: () => T): Result<T, string> {
  try {
    return ok(work());
  } catch (thrown) {
    return err(thrown instanceof Error ? thrown.message : String(thrown));
  }
}
