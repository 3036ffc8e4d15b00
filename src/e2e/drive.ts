import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

export const ROOT = join(import.meta.dirname, '..', '..');
const BIN = join(ROOT, 'bin', 'mcp-eval.js');

export interface CliOptions {
  /** Default: the project's root. */
  readonly cwd?: string;
  /** Added to PATH and HOME; nothing else of the test's own environment is handed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** A device in the place of its standard output, which is then not read. */
  readonly stdout?: string;
  /** Gets the process as soon as it is started: to send it a signal, or to read along. */
  readonly onStart?: (child: ChildProcess) => void;
}

export interface CliResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built program, as a user's shell would. */
export function startCli(args: readonly string[], options: CliOptions = {}) {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [BIN, ...args], {
    cwd: options.cwd ?? ROOT,
    env: { PATH, HOME, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The same with its standard output sent elsewhere by a shell, which the program replaces. */
function startRedirected(args: readonly string[], options: CliOptions, device: string) {
  const { PATH = '', HOME = '' } = process.env;
  const command = ['-c', 'out=$1; shift; exec "$@" >"$out"', 'sh', device];
  return spawn('sh', [...command, process.execPath, BIN, ...args], {
    cwd: options.cwd ?? ROOT,
    env: { PATH, HOME, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs it to its end. */
export async function runCli(
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  const { stdout: device } = options;
  const child =
    device === undefined ? startCli(args, options) : startRedirected(args, options, device);
  const closed = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve([code, signal]));
  });
  options.onStart?.(child);
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  return { code, signal, stdout, stderr };
}

/** A folder with these files (path → text) for as long as `work` takes; its real path. */
export async function withFiles<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'mcp-eval-test-')));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
