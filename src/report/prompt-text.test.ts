import { describe, expect, test } from 'vitest';
import type { AssertionResult } from '../model/assertion.ts';
import type { PromptTrouble } from '../model/outcome.ts';
import { explainPrompt, promptedText, promptText } from './prompt-text.ts';
import { failedCheck, messageText, prompt, SAMPLING, wordingOf } from './sample-checks.ts';
import { ACTS_ON_TERMINAL } from './sample-run.ts';

const PROMPTS = { kind: 'prompts' } as const;
const count = (expected: number) => ({ kind: 'elicitations', expected }) as const;

function unanswered(trouble: PromptTrouble, change: object = {}): AssertionResult {
  const refused = prompt({ answer: null, trouble, ...change });
  return failedCheck(PROMPTS, { why: 'prompt_unanswered', prompt: refused });
}

const SAMPLES: readonly AssertionResult[] = [
  failedCheck(count(1), { why: 'prompt_count', prompts: [] }),
  failedCheck(count(0), { why: 'prompt_count', prompts: [prompt()] }),
  failedCheck(count(1), {
    why: 'prompt_count',
    prompts: [prompt({ answer: 'decline' }), prompt({ answer: null })],
  }),
  failedCheck(count(2), { why: 'prompt_count', prompts: Array(11).fill(prompt()) }),
  failedCheck(count(2), null),
  failedCheck(PROMPTS, { why: 'answers_unused', unused: 2, prompts: [] }),
  failedCheck(PROMPTS, { why: 'answers_unused', unused: 1, prompts: [prompt(), SAMPLING] }),
  unanswered({ kind: 'no_answer_left', scripted: 1 }),
  unanswered({ kind: 'no_answer_left', scripted: 0 }),
  unanswered({ kind: 'no_answer_left', scripted: null }),
  unanswered({ kind: 'no_answer_left', scripted: null, undeclared: true }),
  unanswered(
    { kind: 'no_answer_left', scripted: 1 },
    { kind: 'sampling', mode: null, message: '' },
  ),
  unanswered({ kind: 'malformed', detail: 'its mode is "weird", neither "form" nor "url"' }),
  unanswered({ kind: 'other_message', expected: 'Delete' }),
  unanswered({ kind: 'other_mode', expected: 'url' }),
  unanswered({
    kind: 'content_misfit',
    problems: [
      { path: '/confirm', message: 'must be boolean', nearest: null },
      { path: '', message: 'unknown property "confrim"', nearest: 'confirm' },
    ],
  }),
  unanswered({ kind: 'schema_unusable', detail: 'nested too deeply' }),
  failedCheck(PROMPTS, { why: 'prompt_unanswered', prompt: prompt({ answer: null }) }),
  failedCheck(PROMPTS, null),
];

test('wording of all that can be wrong with prompts', async () => {
  const text = wordingOf(SAMPLES);
  expect(text).not.toMatch(/undefined|null|\[object/);
  await expect(text).toMatchFileSnapshot('golden/prompt.txt');
});

test('a sample of a contract has no script into which an answer could be written', () => {
  const trouble = { kind: 'no_answer_left', scripted: 0 } as const;
  expect(explainPrompt(prompt(), trouble, 'step').hints.join()).toContain('write an answer');
  expect(explainPrompt(prompt(), trouble, 'sample')).toEqual({
    title: 'the server asked something, and nobody answers for a sample: "Reset 3 rows?"',
    facts: [],
    hints: [],
  });
});

test.each([
  [prompt(), 'asked: "Reset 3 rows?" → accept'],
  [prompt({ mode: 'url', answer: null }), 'asked (url): "Reset 3 rows?" → not answered'],
  [SAMPLING, 'asked (sampling): "Sum up the season." → "A season of 12 events."'],
])('a prompt in one line: case %#', (asked, text) => {
  expect(promptText(asked)).toBe(text);
});

describe('what was asked before a reply failed to come', () => {
  const refused = prompt({ message: 'Sure?', answer: null });

  test.each([
    [[], null],
    [[prompt()], '1 prompt came before that, answered: "Reset 3 rows?"'],
    [[prompt(), prompt()], '2 prompts came before that, all answered; the last: "Reset 3 rows?"'],
    [[prompt(), refused], '2 prompts came before that, 1 of them answered; the last: "Sure?"'],
    [[refused, refused], '2 prompts came before that, none answered; the last: "Sure?"'],
    [[refused], '1 prompt came before that, not answered: "Sure?"'],
  ])('case %#', (prompts, text) => {
    expect(promptedText(prompts)).toBe(text);
  });
});

test('it is bounded and printable, whatever the server asks', () => {
  const evil = '\x1b[2J\r\u202e\n\u0000::error::'.repeat(20_000);
  const asked = prompt({ message: evil, answer: evil });
  const problems = Array(500).fill({ path: evil, message: evil, nearest: evil });
  const samples = [
    failedCheck(count(1), { why: 'prompt_count', prompts: Array(1000).fill(asked) }),
    failedCheck(PROMPTS, { why: 'answers_unused', unused: 1, prompts: Array(1000).fill(asked) }),
    unanswered({ kind: 'no_answer_left', scripted: 1 }, { message: evil }),
    unanswered({ kind: 'other_message', expected: evil }, { message: evil }),
    unanswered({ kind: 'content_misfit', problems }, { message: evil }),
    unanswered({ kind: 'schema_unusable', detail: evil }, { message: evil }),
    unanswered({ kind: 'malformed', detail: evil }, { message: evil }),
  ];
  for (const sample of samples) {
    const message = messageText(sample);
    expect(message.length).toBeLessThan(20_000);
    expect(message).not.toMatch(ACTS_ON_TERMINAL);
  }
  expect(promptedText([asked])?.length).toBeLessThan(500);
});
