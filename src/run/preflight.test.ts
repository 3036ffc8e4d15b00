import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';
import { positionOf } from '../model/source.ts';
import type { Trouble } from '../model/trouble.ts';
import { demandsOf } from './execution.ts';
import { refusedByPolicy, refusedTool } from './preflight.ts';
import { listed, suiteOf } from './test-rig.ts';

const NEVER = { llm: 'never', externalApi: 'never' };
const ASKS = { llm: 'always', externalApi: 'never' };

interface Flow {
  readonly suite?: string;
  readonly policy?: string | null;
  readonly setup?: string;
  readonly steps?: string;
  readonly teardown?: string;
}

function flow({ suite = '', policy = '{llm: never}', setup, steps, teardown }: Flow) {
  const lines = [
    'name: a',
    'expected_contains: [x]',
    ...(policy === null ? [] : [`policy: ${policy}`]),
    ...(setup === undefined ? [] : [`setup: [${setup}]`]),
    `tool_sequence: [${steps ?? '{ tool: calm }'}]`,
    ...(teardown === undefined ? [] : [`teardown: [${teardown}]`]),
  ];
  return suiteOf(`${lines.join('\n')}\n`, suite);
}

const CALM = listed('calm', NEVER);
const TOOLS = [CALM, listed('asks', ASKS), listed('mute', null), listed('state', null)];

/** The tools that are refused, each with the file and line of where it is wanted. */
function refused(what: Flow, tools: readonly ListedTool[] = TOOLS): readonly string[] | null {
  const { suite, scenario } = flow(what);
  return told(refusedByPolicy(scenario, suite, tools));
}

function told(trouble: Trouble | null): readonly string[] | null {
  if (trouble === null) return null;
  if (trouble.code !== 'policy_violation') throw new Error(trouble.code);
  return trouble.breaches.map(({ tool, place, violations }) => {
    const { line } = positionOf(place.file.text, place.span.start);
    const codes = violations.map(({ dimension, code }) => `${dimension} ${code}`);
    return [tool, `${place.file.path}:${line}`, ...codes].join(' ');
  });
}

describe('before anything is called', () => {
  test('a policy is decided for every step', () => {
    expect(refused({})).toBe(null);
    expect(refused({ steps: '{ tool: calm }, { tool: asks }' })).toEqual([
      'asks suite/a.yaml:4 llm declared_use',
    ]);
    expect(refused({ setup: '{ tool: asks }' })).toEqual(['asks suite/a.yaml:4 llm declared_use']);
    expect(refused({ teardown: '{ tool: mute }' })).toEqual(['mute suite/a.yaml:5 llm undeclared']);
  });

  test('all that is refused is told, each tool once, where it is called first', () => {
    const steps = '{ tool: mute }, { tool: asks }, { tool: mute }';
    expect(refused({ setup: '{ tool: asks }', steps, teardown: '{ tool: calm }' })).toEqual([
      'asks suite/a.yaml:4 llm declared_use',
      'mute suite/a.yaml:5 llm undeclared',
    ]);
    expect(
      refused({ policy: '{llm: never, external_api: never}', steps: '{ tool: mute }' }),
    ).toEqual(['mute suite/a.yaml:4 llm undeclared external_api undeclared']);
  });

  test('without a policy, or under one that demands nothing, nothing is refused', () => {
    for (const policy of [null, '{llm: allow}', '{observation: required}'])
      expect(refused({ policy, steps: '{ tool: asks }, { tool: mute }' })).toBe(null);
    expect(refused({ policy: '{llm: never, unknown: allow}', steps: '{ tool: mute }' })).toBe(null);
  });

  test('the policy of the suite counts as well', () => {
    const suite = 'policy: { llm: never }\n';
    const steps = '{ tool: asks }';
    expect(refused({ suite, policy: null, steps })).toEqual([
      'asks suite/a.yaml:3 llm declared_use',
    ]);
    expect(refused({ suite, policy: '{llm: allow}', steps })).toBe(null);
  });

  test('a tool that is missing by mistake is told later, one that is not listed on purpose is refused', () => {
    expect(refused({ steps: '{ tool: calmm }' })).toBe(null);
    expect(refused({ steps: '{ tool: hidden, unlisted: true }' })).toEqual([
      'hidden suite/a.yaml:4 llm undeclared',
    ]);
    const allowed = { policy: '{llm: never, unknown: allow}' };
    expect(refused({ ...allowed, steps: '{ tool: hidden, unlisted: true }' })).toBe(null);
  });
});

describe('a tool that is not listed on purpose', () => {
  const hidden = (expected: string) => `{ tool: hidden, unlisted: true, expect: ${expected} }`;
  const REFUSED = ['hidden suite/a.yaml:4 llm undeclared'];

  test.each([
    '{ error: protocol }',
    '{ error: { channel: protocol, contains: x } }',
    '{ error: { code: -32602 } }',
  ])('is none where the protocol has to say so: %s', (expected) => {
    expect(refused({ steps: hidden(expected) })).toBe(null);
    // Listed, it says itself what it depends on.
    expect(refused({ steps: hidden(expected) }, [listed('hidden', ASKS)])).toEqual([
      'hidden suite/a.yaml:4 llm declared_use',
    ]);
    expect(refused({ steps: `${hidden(expected)}, ${hidden('{ contains: a }')}` })).toEqual(
      REFUSED,
    );
  });

  test.each([
    '{ error: true }',
    '{ error: tool }',
    '{ error: { code: gone } }',
    '{ error: false }',
    '{ contains: a }',
  ])('may be one anywhere else: %s', (expected) => {
    expect(refused({ steps: hidden(expected) })).toEqual(REFUSED);
  });
});

describe('the tool that reads the state', () => {
  const suite = 'state: { tool: state }\n';
  const reads = '{ tool: calm, expect: { state: unchanged } }';

  test('obeys the policy where the state is read, and is told at its place in the suite', () => {
    const told = ['state suite/suite.yaml:2 llm undeclared'];
    expect(refused({ suite, steps: reads })).toEqual(told);
    expect(refused({ suite, setup: reads })).toEqual(told);
    expect(refused({ suite, teardown: reads })).toEqual(told);
  });

  test('does not matter where nothing reads it, or no tool does', () => {
    expect(refused({ suite })).toBe(null);
    expect(refused({ suite: 'state: { resource: "a://b" }\n', steps: reads })).toBe(null);
    expect(refused({ suite, steps: reads }, [CALM])).toBe(null);
    expect(refused({ suite, steps: reads }, [CALM, listed('state', NEVER)])).toBe(null);
  });

  test('is told once, as a step, if it is one', () => {
    expect(refused({ suite, steps: `${reads}, { tool: state }` })).toEqual([
      'state suite/a.yaml:4 llm undeclared',
    ]);
  });
});

describe('one tool, as another client sees it', () => {
  const one = (tool: ListedTool | undefined, mode: 'hermetic' | 'live' = 'hermetic') => {
    const { suite, scenario } = flow({});
    const place = scenario.steps[0]?.place ?? scenario.place;
    return refusedTool('calm', place, tool, { ...suite, mode }, demandsOf(suite, scenario));
  };

  test('is refused or not', () => {
    expect(told(one(CALM))).toBe(null);
    expect(told(one(listed('calm', ASKS)))).toEqual(['calm suite/a.yaml:4 llm declared_use']);
    expect(told(one(undefined))).toEqual(['calm suite/a.yaml:4 llm undeclared']);
  });

  test('live it is a claim', () => {
    const declared: JsonObject = ASKS;
    expect(one(listed('calm', declared))).toMatchObject({
      claimed: false,
      metadataKey: 'com.santurcesoftware/execution',
    });
    expect(one(listed('calm', declared), 'live')).toMatchObject({ claimed: true });
  });
});
