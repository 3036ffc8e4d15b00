import { expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';
import type { Scope } from '../scenario/interpolate.ts';
import { aimed, step } from '../scenario/test-rig.ts';
import { demandsOf } from './execution.ts';
import { prepareStep, refuseProbe } from './prepare.ts';

const SCOPE: Scope = {
  vars: {},
  variant: {},
  env: {},
  upstreams: {},
  runId: 'r',
  today: new Date(0),
  tmp: '/tmp',
  port: null,
  uuid: () => 'u',
};

const NEVER = { schemaVersion: 1, llm: 'never' };
const listed = (name: string, declares: JsonObject): ListedTool => {
  const inputSchema = { type: 'object' };
  return { name, inputSchema, raw: { _meta: { 'com.santurcesoftware/execution': declares } } };
};

/** What is wrong with a step, for a client that sees these tools; the state is read by one of them. */
function refused(
  expected: string,
  tools: readonly ListedTool[],
  sparing = false,
  policy = 'policy: {llm: never}\n',
) {
  const suite = aimed({
    suite: `target: {command: node}\nstate: {tool: peek}\n${policy}`,
    scenarios: [step(`expect: ${expected}`)],
  });
  const [scenario] = suite.scenarios;
  const [first] = scenario?.steps ?? [];
  if (scenario === undefined || first === undefined) throw new Error('no step');
  const demands = demandsOf(suite, scenario);
  const prepared = prepareStep(first, {
    scope: SCOPE,
    tools,
    sparing,
    suite,
    demands,
    undeclared: true,
  });
  return prepared.ok ? null : prepared.error.trouble;
}

test.each([true, false])('what says it is destructive is not called sparingly: %s', (sparing) => {
  const tool = (annotations: JsonObject): ListedTool => ({
    ...{ name: 't', inputSchema: { type: 'object' } },
    raw: { annotations },
  });
  const destructive = tool({ destructiveHint: true });
  const trouble = sparing ? { code: 'destructive_tool', tool: 't' } : null;
  expect(refuseProbe(destructive, {}, sparing)).toEqual(trouble);
  expect(refused('{contains: a}', [destructive], sparing, '')).toEqual(trouble);
  // What a client assumes is no statement of the server.
  expect(refuseProbe(tool({}), {}, sparing)).toBeNull();
  expect(refused('{contains: a}', [tool({})], sparing, '')).toBeNull();
});

test('the tool that reads the state obeys the policy, as the client of the step sees it', () => {
  const quiet = [listed('t', NEVER), listed('peek', NEVER)];
  const asking = [listed('t', NEVER), listed('peek', { ...NEVER, llm: 'conditional' })];
  expect(refused('{state: changed}', quiet)).toBeNull();
  expect(refused('{state: changed}', asking)).toMatchObject({
    code: 'policy_violation',
    breaches: [{ tool: 'peek' }],
  });
  expect(refused('{contains: a}', asking)).toBeNull();
});

test('an argument that the schema does not name is sent only on purpose', () => {
  const inputSchema = { type: 'object', properties: { n: { type: 'integer' } } };
  const tool: ListedTool = { name: 't', inputSchema, raw: {} };
  const codeOf = (keys: string) => {
    const suite = aimed({ suite: 'target: {command: node}\n', scenarios: [step(keys)] });
    const [scenario] = suite.scenarios;
    const [first] = scenario?.steps ?? [];
    if (scenario === undefined || first === undefined) throw new Error('no step');
    const prepared = prepareStep(first, {
      ...{ scope: SCOPE, tools: [tool], suite, demands: demandsOf(suite, scenario) },
      ...{ sparing: false, undeclared: true },
    });
    return prepared.ok ? null : prepared.error.trouble.code;
  };
  expect(codeOf('args: {n: 3}')).toBeNull();
  expect(codeOf('args: {count: 3}')).toBe('bad_arguments');
  expect(codeOf('args: {count: 3}\n    invalid_args: true')).toBeNull();
  expect(codeOf('args: {n: 3}\n    invalid_args: true')).toBe('arguments_fit');
  expect(refuseProbe(tool, { count: 3 }, false)).toMatchObject({ code: 'probe_failed' });
  expect(refuseProbe(tool, { N: 3 }, false)).toMatchObject({ nearest: 'n' });
});
