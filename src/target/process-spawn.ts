import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Duplex, PassThrough, Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { err, ok, type Result } from '../model/result.ts';
import type { StartReason } from '../model/trouble.ts';

export interface ProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /**
   * Speak over two more pipes, from which it reads as its descriptor 3 and to which it writes as 4:
   * then what it prints is no part of it, and its stdin is empty.
   */
  readonly channel?: true;
}

export interface PipedChild {
  readonly process: ChildProcess;
  /** What is said to it. */
  readonly stdin: Writable;
  /** What it says. */
  readonly stdout: Readable;
  /** What it prints beside that. */
  readonly stderr: Readable;
}

/** The Node that runs us. */
export const NODE = process.execPath;

const PIPES: StdioOptions = ['pipe', 'pipe', 'pipe'];
const WITH_CHANNEL: StdioOptions = ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'];

export type SpawnFailure = Extract<
  StartReason,
  { kind: 'command_not_found' | 'cwd_missing' | 'not_executable' | 'spawn_failed' }
>;

/** Starts a process that leads its own group (POSIX), with pipes to speak to it. */
export async function spawnPiped(spec: ProcessSpec): Promise<Result<PipedChild, SpawnFailure>> {
  // A missing folder and a missing command give the same ENOENT.
  const unfit = await folderFailure(spec.cwd);
  if (unfit !== null) return err(unfit);
  try {
    const child = spawn(spec.command, [...spec.args], {
      cwd: spec.cwd,
      env: spec.env,
      stdio: spec.channel ? WITH_CHANNEL : PIPES,
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    return await started(child, spec);
  } catch (error) {
    // A NUL in an argument, say.
    return err({ kind: 'spawn_failed', detail: messageOf(error) });
  }
}

function started(
  child: ChildProcess,
  spec: ProcessSpec,
): Promise<Result<PipedChild, SpawnFailure>> {
  return new Promise((settle) => {
    // Kept for good: a later 'error' (a failed kill) must not be thrown.
    child.on('error', (error) => {
      void failureOf(error, spec).then((failure) => settle(err(failure)));
    });
    child.once('spawn', () => settle(ok(pipesOf(child))));
  });
}

function pipesOf(child: ChildProcess): PipedChild {
  const [stdin, stdout, stderr, toIt, fromIt] = child.stdio;
  if (stdout !== null && stderr !== null) {
    if (stdin !== null) return { process: child, stdin, stdout, stderr };
    if (toIt instanceof Duplex && fromIt instanceof Readable) {
      // Else its end there would end it here, and what is written then be dropped without an error.
      toIt.allowHalfOpen = true;
      return { process: child, stdin: toIt, stdout: fromIt, stderr: merged([stdout, stderr]) };
    }
  }
  throw new Error('a process without its pipes');
}

/** All of them in one, as on a terminal. */
function merged(streams: readonly Readable[]): Readable {
  const all = new PassThrough();
  const ends = streams.map((stream) => {
    stream.pipe(all, { end: false });
    // A descendant that is beyond our reach may hold the other end.
    all.once('close', () => stream.destroy());
    return finished(stream);
  });
  void Promise.allSettled(ends).then(() => all.end());
  return all;
}

async function failureOf(error: NodeJS.ErrnoException, spec: ProcessSpec): Promise<SpawnFailure> {
  if (error.code === 'EACCES') {
    const folder = await isFolder(resolve(spec.cwd, spec.command));
    return folder
      ? { kind: 'spawn_failed', detail: 'the command is a folder' }
      : { kind: 'not_executable' };
  }
  if (error.code !== 'ENOENT') return { kind: 'spawn_failed', detail: messageOf(error) };
  const isPath = /[\\/]/.test(spec.command);
  if (isPath && (await exists(resolve(spec.cwd, spec.command)))) {
    return {
      kind: 'spawn_failed',
      detail: 'the file exists, but not the interpreter that its first line names',
    };
  }
  return { kind: 'command_not_found' };
}

async function folderFailure(path: string): Promise<SpawnFailure | null> {
  try {
    if ((await stat(path)).isDirectory()) return null;
    return { kind: 'spawn_failed', detail: `the working folder ${path} is a file` };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'cwd_missing' };
    return { kind: 'spawn_failed', detail: `the working folder: ${messageOf(error)}` };
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
