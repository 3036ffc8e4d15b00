import { describe, expect, test } from 'vitest';
import { prompt } from './sample-checks.ts';
import { ACTS_ON_TERMINAL, runEvents, scenarioEnd, scenarioRef, stepResult } from './sample-run.ts';
import { ONE, report, text } from './test-rig.ts';

describe('hostile and large', () => {
  test('large texts are cut, and say so', () => {
    const big = `${'😀'.repeat(100_000)}\ud83d`;
    const step = stepResult({
      text: big,
      structured: { big },
      error: { channel: 'tool', code: 'c', text: big },
      state: { before: { big }, after: big },
      prompts: [prompt({ message: big, answer: big })],
    });
    const end = scenarioEnd({ output: big, stderrTail: big });
    const { scenarios } = report(runEvents([{ ...ONE, steps: [step], end }]));
    const [scenario] = scenarios;
    expect(scenario).toMatchObject({
      output_bytes: 400_003,
      output_truncated: true,
      stderr_truncated: true,
    });
    expect(scenario?.steps[0]).toMatchObject({
      text_bytes: 400_003,
      text_truncated: true,
      structured_text_truncated: true,
      error: { text_bytes: 400_003, text_truncated: true },
      state: { before_text_truncated: true, after_text_truncated: true },
      prompts: [{ message_truncated: true, answer_truncated: true }],
    });
    expect(scenario?.steps[0]).not.toHaveProperty('structured');
    expect(Buffer.byteLength(String(scenario?.output))).toBeLessThan(66_000);
  });

  test('nothing in it acts on a terminal, and strict parsers take it', () => {
    const evil = '\x1b[2J\x9b\u202e\u2028\u0000\x7f \ud800 ::error:: ##[error]';
    const step = stepResult({ tool: evil, args: { [evil]: evil }, text: evil, structured: evil });
    const name = scenarioRef({ id: evil, name: evil });
    const end = scenarioEnd({ output: evil, findings: [{ code: 'odd_message', detail: evil }] });
    const written = text(runEvents([{ ref: name, steps: [step], end }]));
    expect(written).not.toMatch(ACTS_ON_TERMINAL);
    expect(written).not.toMatch(/##\[|^\s*::|(?<!\\)\\ud800/m);
    expect(report(runEvents([{ ref: name, steps: [step], end }])).scenarios[0]?.output).toBe(
      evil.replace('\ud800', '\ufffd'),
    );
  });
});
