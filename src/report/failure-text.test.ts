import { describe, expect, test } from 'vitest';
import type { AssertionResult } from '../model/assertion.ts';
import type { StepResult } from '../model/run-result.ts';
import { failureText } from './failure-text.ts';
import { failedCheck, prompt } from './sample-checks.ts';
import {
  ABSENT,
  placeOf,
  SCENARIO_FILE,
  SUITE_FILE,
  scenarioEnd,
  scenarioRef,
  stepResult,
} from './sample-run.ts';
import { PLAIN } from './style.ts';

function unmatched(path: string): AssertionResult {
  const request = { upstream: 'events', method: 'GET', path, query: {}, headers: {}, body: '' };
  return {
    check: { kind: 'upstream_unmatched', upstream: 'events' },
    own: false,
    place: placeOf(SUITE_FILE, 'events'),
    status: 'failed',
    evidence: { why: 'unmatched', request: { ...request, status: 501, route: null } },
  };
}

function textOf(assertions: readonly AssertionResult[], steps: readonly StepResult[] = []): string {
  const end = scenarioEnd({ status: 'failed', assertions });
  const rest = { scenario: scenarioRef(), steps, attempts: 1, flaky: false, repeats: null };
  return failureText({ ...end, ...rest }, false, PLAIN);
}

function textOfStep(step: StepResult): string {
  const end = scenarioEnd({ status: 'failed', trouble: step.trouble });
  const rest = { scenario: scenarioRef(), steps: [step], attempts: 1, flaky: false, repeats: null };
  return failureText({ ...end, ...rest }, false, PLAIN);
}

describe('prompts of a step', () => {
  const tail = { exit: null, stderr: '' };
  const timeout = { code: 'timeout', afterMs: 200, doing: 'tools/call', tail } as const;
  const prompts = [prompt(), prompt({ message: 'Really?' })];
  const stuck = stepResult({
    status: 'errored',
    prompts,
    trouble: timeout,
    text: '',
    durationMs: 200,
  });

  test('are told with a time-out', () => {
    expect(textOfStep(stuck)).toBe(
      [
        '✗ scenarios/ecnl/find_events_limit.yaml  failed, 380 ms',
        '  scenarios/ecnl/find_events_limit.yaml:4:5  step 1: no answer to tools/call of "find_events" after 200 ms',
        '    a slow tool can be given more time by "timeout_ms"',
        '    2 prompts came before that, all answered; the last: "Really?"',
        '  step 1  find_events {"limit":2}  200 ms',
        '    asked: "Reset 3 rows?" → accept',
        '    asked: "Really?" → accept',
        '',
      ].join('\n'),
    );
  });

  test('are told with a lost connection, and nothing of the kind without any', () => {
    const lost = { code: 'connection_lost', doing: 'tools/call', detail: null, tail } as const;
    expect(textOfStep({ ...stuck, trouble: lost })).toContain('2 prompts came before that');
    expect(textOfStep({ ...stuck, prompts: [] })).not.toContain('prompt');
    const unsaved = { code: 'unsaved_value', name: 'a' } as const;
    expect(textOfStep({ ...stuck, trouble: unsaved })).not.toContain('before that');
  });

  test('that failed stand with their check', () => {
    const refused = prompt({ answer: null, trouble: { kind: 'no_answer_left', scripted: 1 } });
    const check = failedCheck({ kind: 'prompts' }, { why: 'prompt_unanswered', prompt: refused });
    const text = textOfStep(
      stepResult({ status: 'failed', prompts: [refused], assertions: [check] }),
    );
    expect(text).toContain('step 1: the server asked once more, and the script has no answer left');
    expect(text).toContain('    asked: "Reset 3 rows?" → not answered\n');
  });
});

test('a value that was not found is shown where it was to be saved', () => {
  const place = placeOf(SCENARIO_FILE, 'limit: 2');
  const unfound = [{ name: 'id', detail: 'nothing at /id', nearest: '/iid', place }];
  const trouble = { code: 'not_saved', unfound } as const;
  expect(textOfStep(stepResult({ status: 'failed', trouble }))).toContain(
    'find_events_limit.yaml:6:7  step 1: there is no value to save as "id"\n    reason    nothing at /id\n    did you mean "/iid"?\n  step 1  find_events {"limit":2}  12 ms',
  );
});

describe('requests without a route', () => {
  test('that are equal are told once', () => {
    const text = textOf(Array.from({ length: 16_000 }, () => unmatched('/a')));
    expect(text.split('\n').filter((line) => line.includes('GET /a'))).toHaveLength(1);
    expect(text).toContain('the same 16,000 times in all');
    expect(text.split('\n').length).toBeLessThan(10);
  });

  test('that differ are bounded, and the rest is counted', () => {
    const text = textOf(Array.from({ length: 1_000 }, (_, index) => unmatched(`/${index}`)));
    expect(text).toContain('GET /4 ');
    expect(text).not.toContain('GET /5 ');
    expect(text).toContain('… and 995 more requests without a route');
  });
});

test('of many steps the last are shown, and how many came before', () => {
  const steps = Array.from({ length: 9 }, (_, index) => stepResult({ index }));
  const text = textOf([ABSENT], steps);
  expect(text.match(/^ {2}step \d+ /gm)).toHaveLength(6);
  expect(text).toContain('  … 3 earlier steps, told by --verbose\n  step 4 ');
  expect(textOf([ABSENT], steps.slice(3))).not.toContain('earlier');
});

test('what to do is told once, of however many steps', () => {
  const missing = { tool: 'a', nearest: [], listed: ['b'], undeclared: true } as const;
  const trouble = { code: 'unknown_tool', ...missing } as const;
  const steps = [0, 1, 2].map((index) => stepResult({ index, status: 'failed', trouble }));
  const text = textOf([], steps);
  expect(text.match(/the server has no tool "a"/g)).toHaveLength(3);
  expect(text.match(/no step scripts "elicitation"/g)).toHaveLength(1);
});
