import { describe, expect, test } from 'vitest';
import type {
  Declaration,
  DeclarationProblem,
  ObservationProblem,
  PolicyBreach,
  Violation,
} from '../model/execution.ts';
import { declaredJson, explainBreaches, observedJson, problemFact } from './declaration-text.ts';
import { messageOf } from './explained.ts';
import { ACTS_ON_TERMINAL, placeOf, SCENARIO_FILE } from './sample-run.ts';

const KEY = 'com.example/execution';
const place = placeOf(SCENARIO_FILE, 'tool: find_events');

function breach(
  violation: Violation | readonly Violation[],
  change: Partial<Declaration> = {},
): PolicyBreach {
  const { declared } = [violation].flat()[0] as Violation;
  const declaration = { llm: declared, externalApi: declared, providers: [], problems: [] };
  return {
    tool: 'submit',
    place,
    declaration: { ...declaration, ...change },
    violations: [violation].flat(),
  };
}

const LLM = { dimension: 'llm', demanded: 'never' } as const;
const API = { dimension: 'external_api', demanded: 'never' } as const;
const LISTED = { dimension: 'external_api', demanded: ['mailchimp', 'hubspot'] } as const;
const ABSENT: DeclarationProblem = { code: 'absent' };

/** Of every code at least one. */
const VIOLATIONS: Readonly<Record<Violation['code'], readonly PolicyBreach[]>> = {
  undeclared: [
    breach({ ...LLM, declared: 'unknown', code: 'undeclared' }, { problems: [ABSENT] }),
    breach({ ...LISTED, declared: 'unknown', code: 'undeclared' }),
    { ...breach({ ...LLM, declared: 'unknown', code: 'undeclared' }), unlisted: true },
  ],
  declared_use: [
    breach({ ...LLM, declared: 'always', code: 'declared_use' }),
    breach({ ...API, declared: 'conditional', code: 'declared_use' }, { providers: ['mailchimp'] }),
  ],
  providers_unnamed: [breach({ ...LISTED, declared: 'always', code: 'providers_unnamed' })],
  providers_outside: [
    breach(
      { ...LISTED, declared: 'conditional', code: 'providers_outside', outside: ['sendgrid'] },
      { providers: ['mailchimp', 'sendgrid'] },
    ),
    breach(
      { ...LISTED, declared: 'always', code: 'providers_outside', outside: ['sendgrid'] },
      { providers: ['sendgrid'] },
    ),
  ],
};
const [UNDECLARED] = VIOLATIONS.undeclared as readonly [PolicyBreach];
const [USE] = VIOLATIONS.declared_use as readonly [PolicyBreach];

const refused = (breaches: readonly PolicyBreach[], claimed: boolean, metadataKey = KEY) =>
  ({ code: 'policy_violation', breaches, metadataKey, claimed }) as const;
const told = (breaches: readonly PolicyBreach[], claimed = false, inStep = false) =>
  messageOf(explainBreaches(refused(breaches, claimed), inStep));

const SAMPLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(VIOLATIONS)
      .flat()
      .map((one, at) => [`${at + 1} ${one.violations[0]?.code}`, told([one])]),
  ),
  'two of one tool': told([breach([...UNDECLARED.violations, ...USE.violations])]),
  'several tools': told([UNDECLARED, { ...USE, tool: 'review' }]),
  'many tools': told(Array.from({ length: 13 }, (_, at) => ({ ...USE, tool: `tool_${at}` }))),
  'of a remote': told([UNDECLARED, USE], true),
  'as another client sees it': told([USE], false, true),
};

test('wording of what a policy does not admit', async () => {
  const text = Object.entries(SAMPLES)
    .map(([name, message]) => `${name}\n${message.replace(/^/gm, '  ')}\n`)
    .join('\n');
  expect(text).not.toMatch(/undefined|null\b|\[object/);
  await expect(text).toMatchFileSnapshot('golden/declaration.txt');
});

type Problem = DeclarationProblem | ObservationProblem;
/** Of every code at least one, with its words. */
const PROBLEMS: {
  readonly [Code in Problem['code']]: readonly (readonly [
    Extract<Problem, { readonly code: Code }>,
    string,
  ])[];
} = {
  absent: [[{ code: 'absent' }, 'there is no declaration']],
  meta_malformed: [[{ code: 'meta_malformed', found: 'never' }, '"_meta" is no object: "never"']],
  misplaced: [
    [
      { code: 'misplaced', path: ['annotations', KEY], key: KEY },
      `it stands at annotations/${KEY} and not in "_meta" under "${KEY}"`,
    ],
    [
      { code: 'misplaced', path: [], key: KEY },
      `it stands beside "_meta" and not in it, under "${KEY}"`,
    ],
    [
      { code: 'misplaced', path: ['_meta'], key: KEY },
      `it stands in "_meta" itself and not under "${KEY}"`,
    ],
    [
      { code: 'misplaced', path: ['_meta', 'com.example/executon'], key: KEY },
      `it stands in "_meta" under "com.example/executon" (did you mean "${KEY}"?)`,
    ],
  ],
  malformed: [[{ code: 'malformed', found: ['never'] }, 'it is no object: ["never"]']],
  version_missing: [[{ code: 'version_missing' }, 'there is no "schemaVersion"']],
  version_malformed: [
    [{ code: 'version_malformed', found: '1' }, '"schemaVersion" is no number: "1"'],
  ],
  version_unknown: [
    [{ code: 'version_unknown', found: 2 }, '"schemaVersion" is 2, and only 1 is known'],
  ],
  field_missing: [
    [{ code: 'field_missing', field: 'llm' }, 'there is no "llm"'],
    [
      { code: 'field_missing', field: 'llmInvoked', near: 'llmInvokd' },
      'there is no "llmInvoked" ("llmInvokd": a slip?)',
    ],
  ],
  field_malformed: [
    [
      { code: 'field_malformed', field: 'externalApi', found: 'false' },
      '"externalApi" is "false", and must be "never", "conditional", "always" or "unknown"',
    ],
    [
      { code: 'field_malformed', field: 'externalApiAttempted', found: null },
      '"externalApiAttempted" is null, and must be true or false',
    ],
  ],
  unknown_word: [
    [
      { code: 'unknown_word', field: 'llm', found: 'seldom' },
      '"llm" is "seldom", which is none of its words',
    ],
  ],
  providers_malformed: [
    [
      { code: 'providers_malformed', found: { a: 1 } },
      '"externalApiProviders" is no list of names: {"a":1}',
    ],
  ],
  never_with_providers: [
    [
      { code: 'never_with_providers', providers: ['a', 'b'] },
      '"externalApi" is "never", and yet it names "a", "b"',
    ],
  ],
};
const EACH = Object.values(PROBLEMS).flat();

describe('what can not be read', () => {
  test.each(EACH)('%j', (problem, text) => {
    expect(problemFact(problem)).toEqual({ kind: 'plain', label: 'since', text });
  });

  test('as a machine reads it', () => {
    const declaration: Declaration = {
      llm: 'unknown',
      externalApi: 'always',
      providers: ['a'],
      problems: [{ code: 'field_missing', field: 'llm' }],
    };
    const rest = { llm: 'unknown', external_api: 'always', providers: ['a'] };
    const problems = [{ code: 'field_missing', message: 'there is no "llm"' }];
    expect(declaredJson(declaration)).toEqual({ ...rest, problems });
    expect(declaredJson({ ...declaration, problems: [] })).toEqual(rest);
    const flags = { llmInvoked: true, externalApiAttempted: null, isError: false };
    const missing = { code: 'field_missing', field: 'externalApiAttempted' } as const;
    const observation = { kind: 'present', ...flags, problems: [missing] } as const;
    const said = { kind: 'present', llm_invoked: true, external_api_attempted: null };
    const message = 'there is no "externalApiAttempted"';
    expect(observedJson(observation)).toEqual({
      ...said,
      problems: [{ code: 'field_missing', message }],
    });
    expect(observedJson({ ...observation, problems: [] })).toEqual(said);
  });
});

test('it is bounded and printable, whatever a server declares', () => {
  const evil = '\x1b[2J\r\u202e\n\u0000::error::'.repeat(20_000);
  const names = Array.from({ length: 20 }, () => evil);
  const problems: readonly DeclarationProblem[] = [
    { code: 'misplaced', path: names, key: evil },
    { code: 'malformed', found: names },
    { code: 'unknown_word', field: 'llm', found: evil },
    { code: 'never_with_providers', providers: names },
  ];
  const [outside] = VIOLATIONS.providers_outside as readonly [PolicyBreach];
  const one = { ...outside, tool: evil };
  const evils = Array.from({ length: 1000 }, () => ({
    ...one,
    declaration: { ...one.declaration, providers: names, problems },
  }));
  const message = messageOf(explainBreaches(refused(evils, false, evil), false));
  expect(message.length).toBeLessThan(30_000);
  expect(message).not.toMatch(ACTS_ON_TERMINAL);
});
