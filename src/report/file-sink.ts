import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ok, type Result } from '../model/result.ts';
import { attempt, attemptAsync } from './attempt.ts';
import { type Sink, unlessImpatient } from './sink.ts';

const PIPE_POLL_MS = 10;

/** A file, replaced whole at the end: an older report stays until the new one is complete. */
export function fileSink(path: string, interrupted: AbortSignal): Result<Sink, string> {
  const place = attempt(() => prepare(path));
  if (!place.ok) return place;
  const parts: string[] = [];
  return ok({
    replaceable: place.value.kind === 'file',
    write: (text) => void parts.push(text),
    finish: (last) => put(place.value, parts.join('') + last, interrupted),
  });
}

/** What there is nothing to replace in: a device by its path, a pipe by its open descriptor. */
type Place =
  | { readonly kind: 'file' | 'device'; readonly path: string }
  | { readonly kind: 'pipe'; readonly descriptor: number };

/** Tells now, by a trial, what would otherwise be told at the end of the run. */
function prepare(path: string): Place {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new Error('is a folder');
  if (stats?.isFIFO()) return { kind: 'pipe', descriptor: openPipe(path) };
  // Standard output is a regular file to us when it is redirected into one.
  if (stats !== undefined && (!stats.isFile() || path.startsWith('/dev/'))) {
    return { kind: 'device', path };
  }
  makeFolders(dirname(path));
  const file = stats === undefined ? path : realpathSync(path);
  rmSync(writePartial(file, ''));
  return { kind: 'file', path: file };
}

/** Stays open until the end: its reader would take a closed pipe for the whole report. */
function openPipe(path: string): number {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENXIO') throw new Error('it is a pipe that nobody reads');
    throw thrown;
  }
}

/** One by one: `recursive` never returns where the system makes no folders, as below /proc. */
function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent);
  try {
    mkdirSync(folder);
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
  }
}

/** Under a name that nobody has: no file of the user's is touched, and no link is followed. */
function writePartial(file: string, text: string): string {
  const partial = `${file}.${randomUUID().slice(0, 8)}.part`;
  const descriptor = openSync(partial, 'wx');
  try {
    writeFileSync(descriptor, text);
  } catch (thrown) {
    rmSync(partial, { force: true });
    throw thrown;
  } finally {
    closeSync(descriptor);
  }
  return partial;
}

function put(place: Place, text: string, interrupted: AbortSignal): Promise<Result<void, string>> {
  switch (place.kind) {
    case 'pipe': {
      const { descriptor } = place;
      return unlessImpatient(
        attemptAsync(() => writeAll(descriptor, text)),
        interrupted,
      );
    }
    case 'device':
      return attemptAsync(async () => writeFileSync(place.path, text, { flag: 'a' }));
    case 'file':
      return attemptAsync(async () => replace(place.path, text));
  }
}

function replace(path: string, text: string): void {
  const partial = writePartial(path, text);
  try {
    renameSync(partial, path);
  } catch (thrown) {
    rmSync(partial, { force: true });
    throw thrown;
  }
}

/** A full pipe is waited for without holding up the signals. */
async function writeAll(descriptor: number, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (thrown) {
      if (codeOf(thrown) !== 'EAGAIN') throw thrown;
      await delay(PIPE_POLL_MS);
    }
  }
  closeSync(descriptor);
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
