import { expect, test } from 'vitest';
import type { AssertionEvidence, AssertionResult } from '../model/assertion.ts';
import type { CallTrouble, Graded, JudgeTrouble } from '../model/verdict.ts';
import { assertionText } from './assertion-text.ts';
import { explainedLines, messageOf } from './explained.ts';
import { ACTS_ON_TERMINAL, placeOf, SCENARIO_FILE } from './sample-run.ts';
import { PLAIN } from './style.ts';

const EVIL = '\x1b[2J\r\u202e\n\u0000::error::'.repeat(20_000);

const GRADED: Graded = {
  verdict: 'FAIL',
  reason: 'No event has a conference.',
  parsed: true,
  raw: 'VERDICT: FAIL\nREASON: No event has a conference.',
  stopReason: 'end_turn',
  model: 'claude-haiku-4-5',
  inputTokens: 120,
  outputTokens: 20,
  attempts: 1,
  sent: '',
};

function status(status: number, change: Partial<CallTrouble> = {}): CallTrouble {
  const bare = {
    kind: 'status',
    type: null,
    message: '',
    retryAfter: null,
    location: null,
  } as const;
  return { ...bare, status, ...change } as CallTrouble;
}

function sample(evidence: AssertionEvidence, graded?: Partial<Graded>): AssertionResult {
  return {
    check: { kind: 'judge', expected: 'Output lists at least one event with a conference.' },
    own: true,
    place: placeOf(SCENARIO_FILE, 'expected_contains'),
    status: 'failed',
    evidence,
    ...(graded === undefined ? {} : { graded: { ...GRADED, ...graded } }),
  };
}

function unreadable(raw: string, stopReason: string | null): AssertionResult {
  return sample({ why: 'judged_fail' }, { parsed: false, raw, reason: raw, stopReason });
}

function unavailable(trouble: JudgeTrouble, attempts = 1): AssertionResult {
  return sample({ why: 'judge_unavailable', trouble, attempts });
}

const OVERLOADED = status(529, {
  type: 'overloaded_error',
  message: 'Overloaded',
  retryAfter: '60',
});
const REFUSED = status(401, { type: 'authentication_error', message: 'invalid x-api-key: ***' });

const SAMPLES: readonly AssertionResult[] = [
  sample({ why: 'ungraded' }),
  sample({ why: 'judge_off' }),
  sample({ why: 'judge_no_key', variable: 'ANTHROPIC_API_KEY' }),
  sample({ why: 'no_text' }),
  sample({ why: 'judged_fail' }, {}),
  sample({ why: 'judged_fail' }),
  unreadable('I think so.\nVERDICT: PASS\nREASON: It \x1b[31mdoes.', 'end_turn'),
  unreadable('VERDICT: PASS\nREASON: It', 'max_tokens'),
  unreadable(' \n', 'refusal'),
  unreadable('', null),
  unavailable(REFUSED, 0),
  unavailable(status(403)),
  unavailable(status(404, { type: 'not_found_error', message: 'model: claude-hiaku' })),
  unavailable(status(402, { type: 'billing_error', message: 'Your credit balance is too low.' })),
  unavailable(OVERLOADED, 3),
  unavailable(status(307, { location: 'https://elsewhere.example/' })),
  unavailable({ kind: 'not_messages_api', field: null, detail: '<html> Sign in' }),
  unavailable({
    kind: 'not_messages_api',
    field: 'usage.input_tokens',
    detail: '{"type":"message"}',
  }),
  unavailable({ kind: 'unreachable', detail: 'connect ECONNREFUSED 127.0.0.1:9' }, 3),
  unavailable({ kind: 'timeout', afterMs: 30_000, before: null }),
  unavailable({ kind: 'timeout', afterMs: 30_000, before: OVERLOADED }, 2),
  unavailable({ kind: 'stopped', first: REFUSED }, 0),
];

function nameOf({ evidence }: AssertionResult): string {
  if (evidence?.why !== 'judge_unavailable') return evidence?.why ?? 'none';
  return `${evidence.why}: ${evidence.trouble.kind}`;
}

test('wording of all that can become of a criterion', async () => {
  const text = SAMPLES.map((each) => {
    const explained = assertionText(each, 'output');
    const lines = explained === null ? [] : [explained.title, ...explainedLines(explained, PLAIN)];
    return `${nameOf(each)}\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
  });
  await expect(text.join('\n')).toMatchFileSnapshot('golden/judge.txt');
});

test('it is bounded and printable, whatever the judge or its server says', () => {
  const samples = [
    sample({ why: 'judged_fail' }, { reason: EVIL }),
    unreadable(EVIL, EVIL),
    unavailable(status(500, { type: EVIL, message: EVIL, retryAfter: EVIL, location: EVIL })),
    unavailable({ kind: 'not_messages_api', field: EVIL, detail: EVIL }),
    unavailable({ kind: 'unreachable', detail: EVIL }),
  ];
  for (const each of samples) {
    const explained = assertionText(each, 'step');
    const message = explained === null ? '' : messageOf(explained);
    expect(message).not.toBe('');
    expect(message.length).toBeLessThan(50_000);
    expect(message).not.toMatch(ACTS_ON_TERMINAL);
  }
});
