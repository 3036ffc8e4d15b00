import { describe, expect, test } from 'vitest';
import { REQUEST } from './sample-mixed.ts';
import { pretty } from './sample-pretty.ts';
import {
  ABSENT,
  ACTS_ON_TERMINAL,
  runEvents,
  scenarioEnd,
  scenarioRef,
  stepResult,
} from './sample-run.ts';

describe('hostile and large', () => {
  const evil = '\x1b[2J\r\u202e\x9b\u0000x\n::error::x ##[error]';
  const end = scenarioEnd({
    status: 'failed',
    stderrTail: evil.repeat(10_000),
    tmp: evil,
    assertions: [ABSENT],
    findings: [{ code: 'odd_message', detail: evil }],
  });
  const step = stepResult({
    tool: evil,
    args: { [evil]: evil.repeat(10_000) },
    text: evil.repeat(200_000),
    upstream: [{ ...REQUEST, path: evil, body: evil.repeat(10_000) }],
  });
  const name = scenarioRef({ id: `${evil}.yaml`, name: evil, description: evil });
  const events = runEvents([{ ref: name, steps: [step], end }]);

  test.each(['normal', 'verbose', 'quiet'] as const)('%s', (verbosity) => {
    const text = pretty(events, 1, { verbosity });
    expect(text).not.toMatch(ACTS_ON_TERMINAL);
    expect(text).not.toMatch(/^\s*::|##\[/m);
    expect(text.length).toBeLessThan(60_000);
  });
});
