import { join } from 'node:path';
import { EXIT } from '../cli/exit-code.ts';
import type { JsonObject } from '../model/json.ts';
import type { Expected } from './soak-checks.ts';

export interface SoakProject {
  /** path → text */
  readonly files: Readonly<Record<string, string>>;
  readonly expected: Expected;
}

interface SoakSuite {
  readonly folder: string;
  /** Of the faulty server. */
  readonly mode: string;
  /** Further keys of suite.yaml. */
  readonly suite?: JsonObject;
  readonly env?: Readonly<Record<string, string>>;
  /** Takes most of a second or more. */
  readonly slow?: true;
  /** By name. */
  readonly scenarios: Readonly<Record<string, SoakScenario>>;
}

interface SoakScenario {
  readonly keys: JsonObject;
  readonly verdict: string;
}

const LOST = 'errored connection_lost';
const CUT = { timeout_ms: 150 };
const SHARED = { isolation: 'suite' };
const STUB_ENV = { CONFIG_URL: '${upstreams.config.url}' };

const echo = calls('echo', { text: 'hello' }, 'passed');

/** One round: each way in which a server is good or bad, with the verdict that is due. */
const ROUND: readonly SoakSuite[] = [
  suite('ok', {
    passes: echo,
    fails: calls('echo', { text: 'goodbye' }, 'failed assertion_failed'),
    no_such_tool: calls('ehco', { text: 'hello' }, 'failed unknown_tool'),
  }),
  {
    ...suite('counter', {
      a_first: calls('count', {}, 'passed', { expected_contains: '1' }),
      b_second: calls('count', {}, 'passed', { expected_contains: '2' }),
      // Nobody gives the shared server back.
      c_last: calls('count', {}, 'skipped', { skip: 'the counter is being moved' }),
    }),
    suite: SHARED,
  },
  suite('big', { big: calls('big', {}, 'passed', { expected_contains: 'xxx' }) }),
  suite('stdout-banner', { banner: echo }),
  suite('chatty-stderr', {
    chatter: calls('chatter', {}, 'passed', { expected_contains: 'said it all' }),
  }),
  suite('wrong-id', { wrong_id: calls('garble', {}, 'errored timeout', CUT) }),
  suite('bad-json', { bad_json: calls('garble', {}, 'errored timeout', CUT) }),
  {
    ...suite('hang', { a_hang: calls('hang', {}, 'errored timeout', CUT), b_next: echo }),
    suite: SHARED,
  },
  {
    ...suite('exit-3', { a_crash: calls('crash', {}, LOST), b_next: echo }),
    suite: SHARED,
  },
  suite('exit-0', { exit_0: calls('crash', {}, LOST) }),
  suite('killed', { killed: calls('crash', {}, LOST) }),
  {
    ...suite('no-initialize', { silent: calls('echo', {}, 'errored start_failed') }),
    suite: { startup_timeout_ms: 200 },
  },
  {
    ...suite('asks-first', {
      asks: calls('asked', {}, 'passed', { expected_contains: 'harbor' }),
    }),
    suite: stub({ body: 'harbor' }),
    env: STUB_ENV,
  },
  {
    ...suite('asks-first', { hung_stub: calls('asked', {}, 'errored start_failed') }),
    folder: 'asks-in-vain',
    suite: { ...stub({ fail: 'hang' }), startup_timeout_ms: 300 },
    env: STUB_ENV,
  },
  suite('list-error', { list_error: calls('echo', {}, 'errored list_failed') }),
  suite('protocol-error', { refused: refused() }),
  { ...suite('grandchild', { crash: calls('crash', {}, LOST) }), slow: true },
  suite('detached-grandchild', { detached: echo }),
  { ...suite('ignore-term', { ignores: echo }), slow: true },
  // Over the limit of 64 MiB for one message.
  suite('flood', { flood: calls('flood', { megabytes: 70 }, LOST) }),
];

/** Every round has the same scenarios, so that all thirds of a run have the same work to do. */
export function soakProject(
  root: string,
  { rounds, slow }: { readonly rounds: number; readonly slow: boolean },
): SoakProject {
  const server = join(root, 'fixtures', 'servers', 'faulty', 'server.mjs');
  const suites = ROUND.filter((each) => slow || each.slow !== true);
  const files: Record<string, string> = {};
  const verdicts: Record<string, string> = {};
  for (let round = 1; round <= rounds; round += 1) {
    for (const { folder, mode, suite, env = {}, scenarios } of suites) {
      const place = `round-${String(round).padStart(3, '0')}/${folder}`;
      const target = { command: process.execPath, args: [server, mode], env };
      // JSON is YAML.
      files[`${place}/suite.yaml`] = JSON.stringify({ target, ...suite });
      for (const [name, { keys, verdict }] of Object.entries(scenarios)) {
        files[`${place}/${name}.yaml`] = JSON.stringify({ name, ...keys });
        verdicts[`${place}/${name}.yaml`] = verdict;
      }
    }
  }
  return { files, expected: { code: EXIT.failed, verdicts } };
}

function suite(mode: string, scenarios: SoakSuite['scenarios']): SoakSuite {
  return { folder: mode, mode, scenarios };
}

function calls(
  tool: string,
  args: JsonObject,
  verdict: string,
  keys: JsonObject = {},
): SoakScenario {
  return {
    keys: { tool_sequence: [{ tool, args }], expected_contains: 'hello', ...keys },
    verdict,
  };
}

function refused(): SoakScenario {
  const expect = { error: { channel: 'protocol', code: -32602 } };
  return { keys: { tool_sequence: [{ tool: 'refuse', expect }] }, verdict: 'passed' };
}

function stub(answer: JsonObject): JsonObject {
  return { upstreams: { config: { routes: [{ method: 'GET', path: '/config', ...answer }] } } };
}
