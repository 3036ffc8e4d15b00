import { expect, test } from 'vitest';
import type { AssertionEvidence, ResultCheck } from '../model/assertion.ts';
import { type Flaw, RULES, type RuleName, type ToolFinding } from '../model/contract.ts';
import { explainContract } from './contract-text.ts';
import { failedCheck, messageText, wordingOf } from './sample-checks.ts';
import { ACTS_ON_TERMINAL, placeOf, SCENARIO_FILE } from './sample-run.ts';

type Code = Flaw['code'];
type Sample<C extends Code> = Omit<Extract<Flaw, { code: C }>, 'code'>;

const LONG = 'Lists all tenants, a page at a time. '.repeat(6);
const numbers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ path: `/${at}`, expected: at, actual: -1 }));

/** Some of every code; the compiler sees to it that none is missing. */
const SAMPLES: { readonly [C in Code]: readonly Sample<C>[] } = {
  hint_absent: [
    { hint: 'readOnlyHint' },
    { hint: 'destructiveHint' },
    { hint: 'idempotentHint' },
    { hint: 'openWorldHint' },
  ],
  hint_malformed: [{ hint: 'readOnlyHint', found: 'true' }],
  hint_misspelt: [{ key: 'readonlyHint', nearest: 'readOnlyHint' }],
  hint_misplaced: [{ hint: 'openWorldHint', path: '_meta/openWorldHint' }],
  hint_contradictory: [
    { hint: 'destructiveHint', value: true },
    { hint: 'idempotentHint', value: false },
  ],
  hint_belied: [
    { hint: 'openWorldHint', field: 'externalApi', declared: 'conditional' },
    { hint: 'openWorldHint', field: 'llm', declared: 'always' },
  ],
  listed_twice: [{}],
  list_cut: [{ detail: 'nextCursor is no string: 2' }],
  refused: [
    { fault: { path: 'outputSchema/type', wanted: { oneOf: ['object'] } } },
    { fault: { path: 'inputSchema', wanted: 'object' } },
    { fault: { path: 'description', wanted: 'text', found: 5 } },
    { fault: { path: 'annotations', wanted: 'object', found: [] } },
    { fault: { path: 'icons', wanted: 'list', found: {} } },
    { fault: { path: 'annotations/openWorldHint', wanted: 'boolean', found: 'no' } },
    { fault: { path: 'execution/taskSupport', wanted: { oneOf: ['a', 'b', 'c'] }, found: null } },
    { fault: { path: '', wanted: 'object', found: 'list_tenants' } },
  ],
  output_schema_missing: [{}],
  output_schema_vacuous: [{}],
  schema_unusable: [{ which: 'inputSchema', detail: '"$async" is not allowed' }],
  undeclared: [
    { problems: [] },
    { problems: [{ code: 'absent' }] },
    {
      problems: [
        { code: 'field_malformed', field: 'llm', found: 'false' },
        { code: 'field_missing', field: 'externalApi' },
      ],
    },
  ],
  never_called: [{ skipped: [] }, { skipped: ['a.yaml'] }, { skipped: ['a', 'b', 'c', 'd'] }],
  tool_added: [{}],
  tool_removed: [{}],
  tool_changed: [
    {
      differences: [
        { path: '/description', expected: LONG, actual: `${LONG}At most 50.` },
        { path: '/annotations/readOnlyHint', expected: true, actual: undefined },
        { path: '/inputSchema/properties/limit', expected: undefined, actual: { type: 'integer' } },
      ],
    },
    { differences: [{ path: '', expected: null, actual: {} }] },
    { differences: numbers(12) },
    { differences: numbers(20) },
  ],
  no_sample: [
    { unfit: [] },
    {
      unfit: [null, '${tmp}', 'client', 'sampling'].map((because) => ({
        tool: 'list_tenants',
        because,
        place: placeOf(SCENARIO_FILE, 'limit'),
      })),
    },
  ],
  sample_unlisted: [{ nearest: 'list_tenants' }, { nearest: null }],
  not_read_only: [{}],
  sample_failed: [{ because: 'state' }, { because: 'call' }, { because: 'other' }],
  changed_late: [{ differences: [{ path: '/count', expected: 1, actual: 2 }] }],
};

const RULE_OF: Readonly<Record<Code, RuleName>> = {
  hint_absent: 'hints',
  hint_malformed: 'hints',
  hint_misspelt: 'hints',
  hint_misplaced: 'hints',
  hint_contradictory: 'hints',
  hint_belied: 'hints',
  listed_twice: 'list',
  list_cut: 'list',
  refused: 'list',
  output_schema_missing: 'output_schema',
  output_schema_vacuous: 'output_schema',
  schema_unusable: 'output_schema',
  undeclared: 'execution',
  never_called: 'coverage',
  tool_added: 'baseline',
  tool_removed: 'baseline',
  tool_changed: 'baseline',
  no_sample: 'read_only',
  sample_unlisted: 'read_only',
  not_read_only: 'read_only',
  sample_failed: 'read_only',
  changed_late: 'read_only',
};

const WRITTEN: Readonly<Record<RuleName, string>> = {
  hints: 'explicit',
  output_schema: 'required',
  execution: 'declared',
  read_only: 'verified',
  coverage: 'required',
  baseline: 'tools.json',
  list: 'valid',
};

const ruleCheck = (rule: RuleName): ResultCheck => ({
  kind: 'contract',
  rule,
  written: WRITTEN[rule],
});

function findingsOf(code: Code): ToolFinding[] {
  return SAMPLES[code].map((sample) => ({ tool: 'list_tenants', code, ...sample }) as ToolFinding);
}

const broken = (rule: RuleName, ...findings: readonly ToolFinding[]) =>
  failedCheck(ruleCheck(rule), { why: 'contract_broken', findings });

test('wording of every finding', async () => {
  const ofCodes = (Object.keys(SAMPLES) as Code[]).map((code) =>
    broken(RULE_OF[code], ...findingsOf(code)),
  );
  const ofRules = RULES.map((rule) => failedCheck(ruleCheck(rule), { why: 'no_tools' }));
  const untold: AssertionEvidence[] = [
    { why: 'samples_untold' },
    { why: 'not_in_live' },
    { why: 'step_did_not_hold' },
  ];
  const ofSamples = untold.map((evidence) => failedCheck(ruleCheck('read_only'), evidence));
  const text = wordingOf([...ofCodes, ...ofRules, ...ofSamples]);
  expect(text).not.toMatch(/undefined|\[object/);
  await expect(text).toMatchFileSnapshot('golden/contract.txt');
});

test('tools are counted, findings are cut, and what is cut is said', () => {
  const many = Array.from({ length: 100 }, (_, at) => ({
    tool: `tool_${at % 50}`,
    code: 'never_called' as const,
    skipped: [],
  }));
  const { title, facts, hints } = explainContract(
    { why: 'contract_broken', findings: many },
    failedCheck(ruleCheck('coverage'), null),
  );
  expect(title).toBe('"coverage: required" does not hold of 50 tools');
  expect(facts).toHaveLength(40);
  expect(hints).toEqual([
    'and 60 more findings',
    'write a scenario that calls it; one that is skipped does not count',
  ]);
});

test('what a server names itself does not act on the terminal', () => {
  const tool = `t\x1b[2J\n::error::forged`;
  const detail = 'x\u202e\r\n';
  const text = messageText(
    broken(
      'output_schema',
      { tool, code: 'schema_unusable', which: 'outputSchema', detail },
      { tool, code: 'hint_misspelt', key: '\x1b]0;x\x07', nearest: 'readOnlyHint' },
    ),
  );
  expect(text).not.toMatch(ACTS_ON_TERMINAL);
  expect(text.split('\n')).toHaveLength(4);
});
