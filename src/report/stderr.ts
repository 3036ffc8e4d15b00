import type { ScenarioResult } from '../model/run-result.ts';
import type { ServerTail, Trouble } from '../model/trouble.ts';
import { blockLines } from './explained.ts';
import type { Style } from './style.ts';

const STDERR_LINES = 20;
/** Frames of Node's own loader push the error's own line out of sight. */
const NOISE = /^\s+at .*\(?node:internal\//;

/** The server's last words: how it ended, if a trouble met that, and the end of its stderr. */
export function serverTail(scenario: ScenarioResult): ServerTail {
  const troubles = [scenario.trouble, ...scenario.steps.map((step) => step.trouble)];
  const tails = troubles.flatMap((trouble) => tailOf(trouble) ?? []);
  const caught = tails.find(({ stderr }) => stderr !== '')?.stderr ?? '';
  return {
    // Not the scenario's own `exit`: that is also set when the runner itself ends the server.
    exit: tails.find(({ exit }) => exit !== null)?.exit ?? null,
    stderr: scenario.stderrTail === '' ? caught : scenario.stderrTail,
  };
}

export function stderrLines(stderr: string, style: Style): string[] {
  if (stderr.trim() === '') return [];
  return [
    style.faint('stderr'),
    ...blockLines(withoutNoise(stderr), { lines: STDERR_LINES, keep: 'tail' }, style),
  ];
}

function withoutNoise(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !NOISE.test(line))
    .join('\n');
}

function tailOf(trouble: Trouble | null): ServerTail | null {
  return trouble !== null && 'tail' in trouble ? trouble.tail : null;
}
