import { expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { runProjects } from './reported.ts';
import {
  callersTarget,
  expectTold,
  lines,
  SLOW_MS,
  scenariosOf,
  step,
  type Table,
} from './steps.ts';

const API = '${upstreams.api.url}';
/** What goes on while another client connects. */
const CONNECTING: Table = {
  late_while_another_connects: [
    'failed: upstream@0',
    step('note', { text: 'late' }, { expect: { upstream: { api: 0 } } }),
    step('notes', {}, { client: 'other', expect: { contains: '[]' } }),
  ],
};
const asksOnReading = (state: JsonObject): JsonObject =>
  step('note', { text: 'read' }, { client: 'other', expect: { upstream: { api: 0 }, ...state } });
const READ_BY_ANOTHER: Table = {
  late_while_another_reads: [
    'failed: upstream@0 upstream@1',
    asksOnReading({}),
    asksOnReading({ state: 'changed' }),
  ],
};
const CONNECTING_ASKS: Table = {
  asked_by_connecting: [
    'passed',
    step('note', { text: 'a' }, { expect: { upstream: { api: 0 } } }),
    step('notes', {}, { client: 'other', expect: { contains: '[]', upstream: { api: 0 } } }),
  ],
};

test(
  'what comes while another client connects or reads is a step’s, but for what that asks by itself',
  async () => {
    const suiteOf = (env: Record<string, string>, more: JsonObject = {}): string => {
      const { target, ...keys } = callersTarget();
      const { env: own, ...launch } = target as JsonObject;
      const all = { ...(own as JsonObject), API_URL: API, ...env };
      const upstreams = { api: { routes: [], unmatched: 'allow' } };
      return lines({ ...keys, ...more, upstreams, target: { ...launch, env: all } });
    };
    const projects = {
      late: { suite: suiteOf({}), scenarios: scenariosOf(CONNECTING) },
      read: {
        suite: suiteOf({}, { state: { resource: 'note://all' } }),
        scenarios: scenariosOf(READ_BY_ANOTHER),
      },
      asks: { suite: suiteOf({ CONNECT_ASKS: 'yes' }), scenarios: scenariosOf(CONNECTING_ASKS) },
    };
    await runProjects(projects, (run) =>
      expectTold(run, { ...CONNECTING, ...READ_BY_ANOTHER, ...CONNECTING_ASKS }),
    );
  },
  SLOW_MS,
);

/** Where each caller has a state of its own, read in this way. */
const suiteOf = (state: JsonObject): string => lines({ ...callersTarget(), state });

const note = (state: string | JsonObject, client: JsonObject = {}): JsonObject =>
  step('note', { text: 'a' }, { expect: { contains: 'noted', state }, ...client });
const reads = (state: string | readonly string[], client: JsonObject = {}): JsonObject =>
  step('notes', {}, { expect: { state: state as string }, ...client });
const other = { client: 'other' };

const table = (name: string): Table => ({
  [`${name}_of_the_usual_client`]: ['passed', note('changed'), reads(['a']), reads([], other)],
  [`${name}_of_another_client`]: ['passed', note('changed', other), reads(['a'], other), reads([])],
  [`${name}_that_is_another`]: ['failed: state@1', note('changed', other), reads(['a'])],
});

test(
  'the state is read by the client that makes the step',
  async () => {
    const [resource, tool] = [table('resource'), table('tool')];
    // It is asked past MCP, at the port that the server was given.
    const ask =
      "fetch('http://127.0.0.1:' + process.argv[1] + '/stats').then((reply) => reply.text()).then(console.log)";
    const command = [process.execPath, '-e', ask, '${port}'];
    const counted: Table = { counted_by_a_command: ['passed', note('changed')] };
    const projects = {
      command: { suite: suiteOf({ command, at: '/calls' }), scenarios: scenariosOf(counted) },
      resource: { suite: suiteOf({ resource: 'note://all' }), scenarios: scenariosOf(resource) },
      tool: { suite: suiteOf({ tool: 'notes' }), scenarios: scenariosOf(tool) },
    };
    await runProjects(projects, (run) => {
      expectTold(run, { ...resource, ...tool, ...counted });
      expect(run.report.summary.tool_calls).toBe(17);
    });
  },
  SLOW_MS,
);
