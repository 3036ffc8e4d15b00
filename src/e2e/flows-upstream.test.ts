import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { type Reported, runProjects, target } from './reported.ts';
import { expectTold, lines, SLOW_MS, scenariosOf, step, type Table } from './steps.ts';

const fetches = (args: JsonObject, expect: JsonObject, more: JsonObject = {}): JsonObject =>
  step('fetch', args, { expect: { contains: 'fetched', ...expect }, ...more });
const echo = (upstream: JsonObject): JsonObject =>
  step('echo', { text: 'a' }, { expect: { upstream } });

const POST: JsonObject = {
  method: 'POST',
  path: '/a?x=1&y=2',
  headers: { 'X-Team': 'red' },
  body: { n: 1, deep: { list: [1, 2] } },
};
const LIKE_IT: JsonObject = {
  count: 1,
  method: 'post',
  path: '/a',
  query: { x: '1' },
  headers: { 'x-team': 'red' },
  json: { deep: { list: [1, 2] } },
};
const posts = (changes: JsonObject): JsonObject =>
  fetches(POST, { upstream: { api: { ...LIKE_IT, ...changes } } });

const SHARED: Table = {
  one: ['passed', fetches({}, { upstream: { api: 1 } })],
  one_too_many: ['failed: upstream@0', fetches({}, { upstream: { api: 0 } })],
  one_too_few: ['failed: upstream@0', fetches({}, { upstream: { api: 2 } })],
  any: ['passed', fetches({ times: 2 }, { upstream: { api: { path: '/' } } })],
  none: ['failed: upstream@0', echo({ api: { method: 'GET' } })],
  none_of_another: ['passed', fetches({}, { upstream: { api: 1, other: 0 } })],
  like_it: ['passed', posts({})],
  of_a_value: [
    'passed',
    step('echo', { text: '/a' }, { save: { path: { match: '.+' } } }),
    posts({ path: '${vars.path}' }),
  ],
  another_method: ['failed: upstream@0', posts({ method: 'PUT' })],
  another_path: ['failed: upstream@0', posts({ path: '/a/' })],
  another_query: ['failed: upstream@0', posts({ query: { x: '2' } })],
  a_query_without: ['failed: upstream@0', posts({ query: { z: '' } })],
  another_header: ['failed: upstream@0', posts({ headers: { 'X-Team': 'blue' } })],
  another_body: ['failed: upstream@0', posts({ json: { deep: { list: [1] } } })],
  no_such_request_among_others: [
    'passed',
    fetches({ times: 2 }, { upstream: { api: { count: 0, path: '/b' } } }),
  ],
  in_each_step: [
    'failed: upstream@2',
    fetches({}, { upstream: { api: 1 } }),
    echo({ api: 0 }),
    echo({ api: 1 }),
  ],
  in_all_of_the_times: ['passed', fetches({}, { upstream: { api: 3 } }, { times: 3 })],
  in_each_of_the_times: ['failed: upstream@0', fetches({}, { upstream: { api: 1 } }, { times: 3 })],
};

// The probe asks the stub, twice for each step.
const PROBED: Table = {
  without_those_of_the_probe: [
    'passed',
    fetches({}, { upstream: { api: 1 }, state: 'unchanged' }),
    step('echo', { text: 'a' }, { expect: { upstream: { api: 0 }, state: 'unchanged' } }),
  ],
  but_with_what_comes_meanwhile: [
    'failed: upstream@0',
    fetches({ after: 1 }, { upstream: { api: 0 }, state: 'unchanged' }),
  ],
  and_with_what_comes_for_the_next: [
    'failed: upstream@0',
    fetches({ after: 1 }, { upstream: { api: 0 } }),
    step('echo', { text: 'a' }, { expect: { upstream: { api: 0 }, state: 'unchanged' } }),
  ],
};

// A command does not touch the server: all that comes is the step's.
const BESIDE: Table = {
  while_a_command_reads: [
    'failed: upstream@0',
    fetches({ after: 1 }, { upstream: { api: 0 }, state: 'unchanged' }),
  ],
  while_a_command_reads_for_the_next: [
    'failed: upstream@0',
    fetches({ after: 1 }, { upstream: { api: 0 } }),
    step('echo', { text: 'a' }, { expect: { upstream: { api: 0 }, state: 'unchanged' } }),
  ],
  unmatched_while_a_command_reads: [
    'failed: upstream_unmatched@output',
    fetches({ after: 1, path: '/nowhere' }, { state: 'unchanged' }),
  ],
};

const UNMATCHED_PROBE: Table = {
  unmatched_for_the_probe: [
    `failed:${' upstream_unmatched@output'.repeat(3)}`,
    step('echo', { text: 'a' }, { expect: { state: 'unchanged' } }),
  ],
};

const SLOW_COMMAND = [process.execPath, '-e', 'setTimeout(() => console.log(1), 100)'];

const UNMATCHED: Table = {
  one_that_no_route_answers: [
    'failed: upstream_unmatched@output',
    fetches({ path: '/nowhere' }, { upstream: { api: 1 } }),
  ],
};

const LATER = { after: 'end' };

// Each in a process of its own, whose end is awaited.
const LATE: Table = {
  late_and_unexpected: ['failed: upstream@0', fetches(LATER, { upstream: { api: 0 } })],
  late_and_expected: ['passed', fetches(LATER, { upstream: { api: 1 } })],
  late_and_expected_of_another_kind: [
    'failed: upstream@0',
    fetches(LATER, { upstream: { api: { method: 'POST' } } }),
  ],
  late_beside_another_failure: [
    'failed: contains@0',
    fetches(LATER, { contains: 'x', upstream: { api: 1 } }),
  ],
  late_in_the_next_step: [
    'passed',
    fetches({ after: 'call' }, { upstream: { api: 0 } }),
    step('late', { ms: 1, text: 'a' }, { expect: { upstream: { api: 1 } } }),
  ],
};

describe('what a step asks of a stub', () => {
  let run: Reported;

  beforeAll(async () => {
    const flow = target('flow', {
      env: { API_URL: '${upstreams.api.url}', OTHER: '${upstreams.other.url}' },
    });
    const upstreams = (unmatched: string): JsonObject => ({
      api: { unmatched, routes: [{ path: '/', body: 'ok' }] },
      other: {},
    });
    const allow = flow + lines({ upstreams: upstreams('allow') });
    const fail = flow + lines({ upstreams: upstreams('fail') });
    const probed = { ...upstreams('fail'), api: { routes: [{ path: '/' }, { path: '/probe' }] } };
    const projects = {
      shared: { suite: `${allow}isolation: suite\n`, scenarios: scenariosOf(SHARED) },
      probed: {
        suite: flow + lines({ upstreams: probed, state: { resource: 'flow://asking' } }),
        scenarios: scenariosOf(PROBED),
      },
      unmatched_probe: {
        suite: fail + lines({ state: { resource: 'flow://asking' } }),
        scenarios: scenariosOf(UNMATCHED_PROBE),
      },
      beside: {
        suite: fail + lines({ state: { command: SLOW_COMMAND } }),
        scenarios: scenariosOf(BESIDE),
      },
      unmatched: { suite: fail, scenarios: scenariosOf(UNMATCHED) },
      late: { suite: allow, scenarios: scenariosOf(LATE) },
    };
    await runProjects(projects, (all) => {
      run = all;
    });
  }, SLOW_MS);

  test('is counted, of any kind or of one', () => expectTold(run, SHARED));
  test('is not what the probe asks', () => expectTold(run, PROBED));
  test('is all that comes while a command is run', () => expectTold(run, BESIDE));
  test('counts as unmatched, be it for the probe', () => expectTold(run, UNMATCHED_PROBE));
  test('counts where no route answers, which fails all the same', () => expectTold(run, UNMATCHED));
  test('behind its reply is its own until the next request', () => expectTold(run, LATE));

  test('is told with the step', () => {
    expect(run.of('like_it').steps[0]?.upstream).toMatchObject({
      api: [{ method: 'POST', path: '/a', query: { x: '1', y: '2' }, route: null }],
    });
  });
});
