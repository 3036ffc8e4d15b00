import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type CliResult, ROOT, withFiles } from './drive.ts';
import type { Step } from './workflow-rules.ts';

export interface StepOptions {
  /** What GitHub knows, by expression. The rest is empty, as a secret that is not there. */
  readonly values?: Readonly<Record<string, string>>;
  /** A shell script in the place of `npx`, whose first argument is `mcp-eval`. */
  readonly npx?: string;
}

/** Starts the built program, with more arguments than the workflow gives it. */
export function builtProgram(...more: readonly string[]): string {
  const words = [process.execPath, join(ROOT, 'bin', 'mcp-eval.js')];
  return `shift; exec ${words.map((word) => `'${word}'`).join(' ')} "$@" ${more.join(' ')}`;
}

/** Runs a step's script as GitHub does: with its own bash, and no environment but the step's. */
export async function runStep(step: Step, options: StepOptions = {}): Promise<CliResult> {
  const { values = {}, npx = 'exit 99' } = options;
  const fill = (written: string) =>
    written.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => values[expression] ?? '');
  const env = Object.entries(step.env ?? {}).map(([name, written]) => [name, fill(written)]);
  return withFiles({ npx: `#!/bin/sh\n${npx}\n` }, async (folder) => {
    await chmod(join(folder, 'npx'), 0o755);
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? 'exit 98'],
      {
        cwd: ROOT,
        env: { PATH: folder + delimiter + PATH, HOME, ...Object.fromEntries(env) },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [stdout, stderr, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
    ]);
    return { code, signal, stdout, stderr };
  });
}
