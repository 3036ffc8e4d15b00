import { expect, test } from 'vitest';
import type { AssertionResult } from '../model/assertion.ts';
import type { ScenarioResult } from '../model/run-result.ts';
import type { Graded } from '../model/verdict.ts';
import { criteriaLines } from './criteria-lines.ts';
import {
  ABSENT,
  ACTS_ON_TERMINAL,
  placeOf,
  SCENARIO_FILE,
  scenarioEnd,
  scenarioRef,
  stepResult,
} from './sample-run.ts';
import { PLAIN } from './style.ts';

function criterion(expected: string, graded: Partial<Graded> | null): AssertionResult {
  const passed = graded?.verdict === 'PASS';
  return {
    check: { kind: 'judge', expected },
    own: true,
    place: placeOf(SCENARIO_FILE, 'expected_contains'),
    status: passed ? 'passed' : 'failed',
    evidence: passed ? null : { why: 'judged_fail' },
    ...(graded === null
      ? {}
      : {
          graded: {
            verdict: 'FAIL',
            reason: 'It does not.',
            parsed: true,
            raw: '',
            stopReason: 'end_turn',
            model: 'claude-haiku-4-5',
            inputTokens: 1,
            outputTokens: 1,
            attempts: 1,
            sent: '<output-1>\nhello\n</output-1>',
            ...graded,
          },
        }),
  };
}

function linesOf(
  ofStep: readonly AssertionResult[],
  ofWhole: readonly AssertionResult[],
): string[] {
  const { id: _, ...end } = scenarioEnd({ assertions: ofWhole });
  const steps = [stepResult({ assertions: ofStep })];
  const scenario: ScenarioResult = {
    ...end,
    scenario: scenarioRef(),
    attempts: 1,
    flaky: false,
    steps,
    repeats: null,
  };
  return criteriaLines(scenario, PLAIN);
}

test('each graded criterion, the steps first; nothing of those that are not', () => {
  const lines = linesOf(
    [criterion('It greets.', { verdict: 'PASS', reason: 'It does.' })],
    [ABSENT, criterion('It is long.', {}), criterion('It was never graded.', null)],
  );
  expect(lines).toEqual([
    'judge  PASS  It greets.',
    '  claude-haiku-4-5: It does.',
    '  sent to the judge:',
    '  | <output-1>',
    '  | hello',
    '  | </output-1>',
    'judge  FAIL  It is long.',
    '  claude-haiku-4-5: It does not.',
    '  sent to the judge:',
    '  | <output-1>',
    '  | hello',
    '  | </output-1>',
  ]);
});

test('what was sent is whole: many lines, long ones, white space', () => {
  const sent = `${'line  \n'.repeat(500)}\n${'word '.repeat(500)}\n\tCriterion: It is long.`;
  const shown = linesOf([], [criterion('It is long.', { sent })]).slice(3);
  expect(shown.map((line) => line.replace(/^ {2}\| ?/, '')).join('\n')).toBe(sent);
});

test('it is cut in the middle where every report cuts', () => {
  const sent = `<output-1>\n${'x'.repeat(500_000)}\n</output-1>\n\nCriterion: It is long.`;
  const lines = linesOf([], [criterion('It is long.', { sent })]);
  expect(lines.join('\n').length).toBeLessThan(70_000);
  expect(lines[3]).toBe('  | <output-1>');
  expect(lines.at(-1)).toBe('  | Criterion: It is long.');
  expect(lines.join('\n')).toMatch(/\[… \d+ bytes left out …\]/);
});

test('it is printable, whatever came', () => {
  const evil = '\x1b[2J\r\u202e\u0000';
  const lines = linesOf([], [criterion(evil, { reason: evil, model: evil, sent: evil })]);
  expect(lines.join('\n')).not.toMatch(ACTS_ON_TERMINAL);
});
