import { describe, expect, test } from 'vitest';
import { prompt, SAMPLING } from './sample-checks.ts';
import { REQUEST } from './sample-mixed.ts';
import { ACTS_ON_TERMINAL, stepResult } from './sample-run.ts';
import { leftOutText, stepLines } from './step-text.ts';
import { PLAIN } from './style.ts';

const VIEW = { text: { lines: 2, keep: 'head' }, style: PLAIN } as const;

describe('a step in lines', () => {
  test('what it asked of stubs and client, and what came', () => {
    const step = stepResult({ upstream: [REQUEST], prompts: [prompt(), SAMPLING] });
    expect(stepLines(step, VIEW)).toEqual([
      'step 1  find_events {"limit":2}  12 ms',
      '  events: GET /v1/events?limit=2 -> 200',
      '  asked: "Reset 3 rows?" → accept',
      '  asked (sampling): "Sum up the season." → "A season of 12 events."',
      '  | Showing 2 of 5',
      '  | Harbor Kickoff (North Atlantic)',
      '  | … 1 more line',
    ]);
  });

  test('the first of many', () => {
    const step = stepResult({
      upstream: Array(6).fill(REQUEST),
      prompts: Array(1000).fill(prompt()),
      text: '',
    });
    expect(stepLines(step, VIEW).slice(5)).toEqual([
      '  events: GET /v1/events?limit=2 -> 200',
      '  … 1 more request',
      ...Array(5).fill('  asked: "Reset 3 rows?" → accept'),
      '  … 995 more prompts',
      '  the reply has no text',
    ]);
  });

  test('what was refused, and how often more', () => {
    const tunnel = { method: 'CONNECT', host: 'a.example', port: 443, path: null };
    const request = { method: 'GET', host: '::1', port: 80, path: '/a' };
    const nothing = { method: '(unreadable)', host: null, port: null, path: 'TLS' };
    const few = stepResult({ attempts: [tunnel, request, { ...nothing, more: 7 }] });
    expect(stepLines(few, { ...VIEW, text: null }).slice(1)).toEqual([
      '  network: CONNECT a.example:443 -> refused',
      '  network: GET [::1]:80/a -> refused',
      '  network: (unreadable) TLS -> refused',
      '  … 7 more attempts',
    ]);
    const many = stepResult({ attempts: [...Array(6).fill(tunnel), { ...tunnel, more: 7 }] });
    expect(stepLines(many, { ...VIEW, text: null }).at(-1)).toBe('  … 9 more attempts');
  });

  test('nothing in it acts on a terminal', () => {
    const evil = '\x1b[2J\r\u202e\n\u0000'.repeat(1000);
    const step = stepResult({
      attempts: [{ method: evil, host: evil, port: null, path: evil }],
      prompts: [prompt({ message: evil }), { ...SAMPLING, answer: evil }],
    });
    expect(stepLines(step, VIEW).join('\n')).not.toMatch(ACTS_ON_TERMINAL);
  });
});

describe('the calls of a step', () => {
  test.each([
    [{ calls: 1 }, '12 ms'],
    [{ calls: 0 }, 'not called'],
    [{ calls: 2, times: 3 }, '12 ms, 2 calls'],
    [{ calls: 1_200, times: null }, '12 ms, 1,200 calls'],
    [{ calls: 0, times: 3 }, 'not called'],
  ] as const)('%o', (change, told) => {
    expect(stepLines(stepResult(change), VIEW)[0]).toBe(`step 1  find_events {"limit":2}  ${told}`);
  });

  test('a step of teardown that has nothing to clean up', () => {
    const change = { phase: 'teardown', status: 'not_run', unsaved: 'id' } as const;
    expect(stepLines(stepResult(change), VIEW)).toEqual([
      'teardown step 1  find_events {"limit":2}  not called',
      '  vars.id was never saved',
    ]);
    expect(leftOutText(stepResult(change))).toBe(
      'teardown step 1 was not called: vars.id was never saved',
    );
    expect(leftOutText(stepResult())).toBeNull();
  });
});
