import type { Writable } from 'node:stream';
import { err, ok, type Result } from '../model/result.ts';

/** Where a report's text goes. */
export interface Sink {
  /** Whether `finish` may be called again, and then replaces what it has written. */
  readonly replaceable: boolean;
  write(text: string): void;
  /** Writes the last of it; resolves when all is out. The error says why not all of it is. */
  finish(last: string): Promise<Result<void, string>>;
}

/** Whoever has interrupted the run is not kept waiting for a reader that does not read. */
const PATIENCE_MS = 2000;

/** A stream of the process. Trouble such as a reader that went away is kept for `finish`. */
export function streamSink(stream: Writable, interrupted: AbortSignal): Sink {
  let trouble: string | null = null;
  stream.on('error', (error: Error) => {
    trouble ??= error.message;
  });
  const write = (text: string): void => {
    if (text !== '' && trouble === null) stream.write(text);
  };
  const flushed = (): Promise<Result<void, string>> =>
    new Promise((resolve) => {
      // An earlier write that fails tells the later ones before it tells the stream's listeners.
      const done = (error?: Error | null): void => {
        const lost = trouble ?? error?.message ?? null;
        resolve(lost === null ? ok(undefined) : err(lost));
      };
      if (trouble === null) stream.write('', done);
      else done();
    });
  return {
    replaceable: false,
    write,
    finish: (last) => {
      write(last);
      return unlessImpatient(flushed(), interrupted);
    },
  };
}

/** Waits for as long as it takes, but not after an interrupt. */
export async function unlessImpatient(
  work: Promise<Result<void, string>>,
  interrupted: AbortSignal,
): Promise<Result<void, string>> {
  let timer: NodeJS.Timeout | undefined;
  let arm = (): void => undefined;
  const givenUp = new Promise<Result<void, string>>((resolve) => {
    arm = () => {
      timer = setTimeout(() => resolve(err('nobody reads it')), PATIENCE_MS);
    };
    if (interrupted.aborted) arm();
    else interrupted.addEventListener('abort', arm, { once: true });
  });
  const first = await Promise.race([work, givenUp]);
  interrupted.removeEventListener('abort', arm);
  clearTimeout(timer);
  return first;
}
