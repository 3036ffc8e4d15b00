import { describe, expect, test } from 'vitest';
import type { AssertionResult } from '../model/assertion.ts';
import type {
  Contradiction,
  Declaration,
  ExecutionEvidence,
  ExecutionExpectation,
  Observation,
  StepExecution,
} from '../model/execution.ts';
import { executionJson, expectationJson, expectationText, tellsNothing } from './execution-text.ts';
import { failedCheck, messageText, wordingOf } from './sample-checks.ts';
import { ACTS_ON_TERMINAL } from './sample-run.ts';

const DECLARED: Declaration = {
  llm: 'never',
  externalApi: 'conditional',
  providers: ['mailchimp'],
  problems: [],
};
const ABSENT: Declaration = {
  llm: 'unknown',
  externalApi: 'unknown',
  providers: [],
  problems: [{ code: 'absent' }],
};

function observed(change: Partial<Observation> = {}): Observation {
  const flags = { llmInvoked: false, externalApiAttempted: false, isError: false };
  return { kind: 'present', ...flags, problems: [], ...change };
}
const UNTOLD = { llmInvoked: null, externalApiAttempted: null };

function seen(change: Partial<ExecutionEvidence> = {}): ExecutionEvidence {
  return { llmRequests: 0, samplings: 0, apiCalls: [], tripwire: 0, network: 'open', ...change };
}
const MODEL = seen({ llmRequests: 1, samplings: 2 });
const CALLS = seen({
  apiCalls: [
    { provider: 'mailchimp', count: 1 },
    { provider: 'hubspot', count: 1200 },
  ],
  tripwire: 1,
  network: 'tripwire',
});

function execution(change: Partial<StepExecution> = {}): StepExecution {
  const one = { observed: observed(), evidenced: seen(), ...change };
  return { declared: DECLARED, calls: [one], follows: false, ...one };
}

/** Of every code at least one. */
const CONTRADICTIONS: Readonly<Record<Contradiction['code'], readonly Contradiction[]>> = {
  declared_never_observed: [
    { code: 'declared_never_observed', dimension: 'llm' },
    { code: 'declared_never_observed', dimension: 'external_api' },
  ],
  policy_never_observed: [
    { code: 'policy_never_observed', dimension: 'llm' },
    { code: 'policy_never_observed', dimension: 'external_api' },
  ],
  declared_never_seen: [
    { code: 'declared_never_seen', dimension: 'llm', evidence: seen({ llmRequests: 3 }) },
    { code: 'declared_never_seen', dimension: 'external_api', evidence: CALLS },
  ],
  policy_never_seen: [
    { code: 'policy_never_seen', dimension: 'llm', evidence: MODEL },
    { code: 'policy_never_seen', dimension: 'external_api', evidence: seen({ tripwire: 2 }) },
  ],
  observed_false_seen: [
    { code: 'observed_false_seen', dimension: 'llm', evidence: seen({ samplings: 1 }) },
    { code: 'observed_false_seen', dimension: 'external_api', evidence: CALLS },
  ],
  undeclared_provider_seen: [
    { code: 'undeclared_provider_seen', declared: ['mailchimp'], seen: ['hubspot', 'sendgrid'] },
  ],
  forbidden_provider_seen: [
    { code: 'forbidden_provider_seen', allowed: ['a', 'b', 'c', 'd', 'e', 'f'], seen: ['x'] },
  ],
  unknown_provider_seen: [{ code: 'unknown_provider_seen', allowed: ['a'], attempts: 1 }],
  observation_missing: [{ code: 'observation_missing' }],
  observation_unreadable: [
    { code: 'observation_unreadable', problems: [{ code: 'field_missing', field: 'llmInvoked' }] },
  ],
  declared_always_denied: [
    { code: 'declared_always_denied', dimension: 'llm' },
    { code: 'declared_always_denied', dimension: 'external_api' },
  ],
};
const EACH = Object.values(CONTRADICTIONS).flat();
const SILENT = { observed: observed(), evidenced: seen() };

function contradicted(
  contradictions: readonly Contradiction[],
  around: StepExecution | null = execution(),
  reading?: string,
): AssertionResult {
  const kind = around === null || reading !== undefined ? 'policy_kept' : 'execution_claims';
  const probe = reading === undefined ? {} : { reading };
  return failedCheck(
    { kind },
    { why: 'contradicted', contradictions, execution: around, ...probe },
  );
}

const FALSE: ExecutionExpectation = {
  want: 'match',
  llmInvoked: false,
  externalApiAttempted: null,
};
function otherwise(expected: ExecutionExpectation, observation: Observation): AssertionResult {
  return failedCheck({ kind: 'execution', expected }, { why: 'observed_otherwise', observation });
}

const PROBLEMS: Observation['problems'] = [
  { code: 'field_malformed', field: 'llmInvoked', found: 'false' },
  { code: 'field_missing', field: 'externalApiAttempted' },
];
const SAMPLES: readonly AssertionResult[] = [
  ...EACH.map((each) => contradicted([each])),
  contradicted(CONTRADICTIONS.declared_never_observed ?? [], execution(), 'list_\u001b[31mstate'),
  contradicted(EACH.slice(0, 3), execution({ declared: ABSENT, evidenced: MODEL })),
  contradicted(
    [{ code: 'observation_unreadable', problems: PROBLEMS }],
    execution({ observed: observed({ ...UNTOLD, problems: PROBLEMS }), evidenced: CALLS }),
  ),
  contradicted(
    [{ code: 'observation_missing' }],
    execution({ observed: observed({ ...UNTOLD, kind: 'absent', externalApiAttempted: true }) }),
  ),
  contradicted(EACH.slice(4, 6), null),
  contradicted(
    EACH.slice(4, 7).map((each, at) => ({ ...each, call: at === 2 ? 3 : 2 })),
    execution({ calls: [SILENT, { observed: observed(), evidenced: MODEL }, SILENT] }),
  ),
  contradicted([EACH[8] ?? []].flat(), execution({ follows: true })),
  otherwise(FALSE, observed({ llmInvoked: true })),
  otherwise({ ...FALSE, externalApiAttempted: true }, observed({ ...UNTOLD, problems: PROBLEMS })),
  otherwise(FALSE, observed({ ...UNTOLD, kind: 'absent' })),
  otherwise(FALSE, observed({ ...UNTOLD, kind: 'no_result' })),
  otherwise({ want: 'none' }, observed()),
  failedCheck({ kind: 'execution_claims' }, null),
  failedCheck({ kind: 'policy_kept' }, null),
  failedCheck({ kind: 'execution', expected: FALSE }, null),
];

test('wording of all that can be wrong with what calls depend on', async () => {
  const text = wordingOf(SAMPLES);
  expect(text).not.toMatch(/undefined|null\b|\[object/);
  await expect(text).toMatchFileSnapshot('golden/execution.txt');
});

test.each<[ExecutionExpectation, string, unknown]>([
  [{ want: 'none' }, 'a result that says nothing of it', 'none'],
  [FALSE, 'llmInvoked false', { llm_invoked: false }],
  [
    { ...FALSE, llmInvoked: null, externalApiAttempted: true },
    'externalApiAttempted true',
    { external_api_attempted: true },
  ],
  [
    { ...FALSE, llmInvoked: true, externalApiAttempted: false },
    'llmInvoked true and externalApiAttempted false',
    { llm_invoked: true, external_api_attempted: false },
  ],
])('what is expected: %j', (expected, text, json) => {
  expect(expectationText(expected)).toBe(text);
  expect(expectationJson(expected)).toEqual(json);
});

describe('the three sources', () => {
  test('as a machine reads them', () => {
    const all = execution({
      observed: observed({ ...UNTOLD, problems: PROBLEMS }),
      evidenced: { ...CALLS, llmRequests: 1, samplings: 2 },
    });
    expect(executionJson(all)).toEqual({
      declared: { llm: 'never', external_api: 'conditional', providers: ['mailchimp'] },
      observed: {
        kind: 'present',
        llm_invoked: null,
        external_api_attempted: null,
        problems: [
          {
            code: 'field_malformed',
            message: '"llmInvoked" is "false", and must be true or false',
          },
          { code: 'field_missing', message: 'there is no "externalApiAttempted"' },
        ],
      },
      evidenced: {
        llm_requests: 1,
        samplings: 2,
        api_calls: { mailchimp: 1, hubspot: 1200 },
        tripwire: 1,
        network: 'tripwire',
      },
    });
    expect(executionJson(execution({ declared: ABSENT }))).toMatchObject({
      declared: { problems: [{ code: 'absent', message: 'there is no declaration' }] },
    });
  });

  test('are left out where nobody says anything, and no model was asked', () => {
    const silent = execution({
      declared: ABSENT,
      observed: observed({ ...UNTOLD, kind: 'absent' }),
      evidenced: seen({ apiCalls: [{ provider: 'a', count: 1 }] }),
    });
    expect(tellsNothing(null)).toBe(true);
    expect(tellsNothing(silent)).toBe(true);
    for (const change of [
      { declared: DECLARED },
      { observed: observed() },
      { evidenced: MODEL },
      { evidenced: seen({ tripwire: 1 }) },
    ])
      expect(tellsNothing({ ...silent, ...change })).toBe(false);
  });
});

test('it is bounded and printable, whatever came', () => {
  const evil = '\x1b[2J\r\u202e\n\u0000::error::'.repeat(20_000);
  const names = Array.from({ length: 20 }, () => evil);
  const apiCalls = names.map((provider) => ({ provider, count: 1 }));
  const problems = [{ code: 'malformed', found: [evil] }] as const;
  const around = execution({
    declared: { ...DECLARED, providers: names },
    observed: observed({ problems }),
    evidenced: seen({ apiCalls }),
  });
  const samples = [
    contradicted([{ code: 'undeclared_provider_seen', declared: names, seen: names }], around),
    contradicted(
      [{ code: 'policy_never_seen', dimension: 'external_api', evidence: seen({ apiCalls }) }],
      null,
    ),
    otherwise(FALSE, observed({ ...UNTOLD, problems })),
  ];
  for (const sample of samples) {
    const message = messageText(sample);
    expect(message.length).toBeLessThan(10_000);
    expect(message).not.toMatch(ACTS_ON_TERMINAL);
  }
});
