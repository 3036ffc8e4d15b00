import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { err, ok, type Result } from '../model/result.ts';
import type { StartReason } from '../model/trouble.ts';

export interface ProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export type PipedChild = ChildProcessByStdio<Writable, Readable, Readable>;

export type SpawnFailure = Extract<
  StartReason,
  { kind: 'command_not_found' | 'cwd_missing' | 'not_executable' | 'spawn_failed' }
>;

/** Starts a process that leads its own group (POSIX), with three pipes. */
export async function spawnPiped(spec: ProcessSpec): Promise<Result<PipedChild, SpawnFailure>> {
  // A missing folder and a missing command give the same ENOENT.
  const unfit = await folderFailure(spec.cwd);
  if (unfit !== null) return err(unfit);
  try {
    const child = spawn(spec.command, [...spec.args], {
      cwd: spec.cwd,
      env: spec.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    return await started(child, spec);
  } catch (error) {
    // A NUL in an argument, say.
    return err({ kind: 'spawn_failed', detail: messageOf(error) });
  }
}

function started(child: PipedChild, spec: ProcessSpec): Promise<Result<PipedChild, SpawnFailure>> {
  return new Promise((settle) => {
    // Kept for good: a later 'error' (a failed kill) must not be thrown.
    child.on('error', (error) => {
      void failureOf(error, spec).then((failure) => settle(err(failure)));
    });
    child.once('spawn', () => settle(ok(child)));
  });
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
