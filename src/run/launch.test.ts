import { expect, test } from 'vitest';
import type { ProcessTarget, SuiteTarget } from '../model/target.ts';
import { bareSuite } from '../scenario/parse-suite.ts';
import { loadScenario, scenario as scenarioText } from '../scenario/test-rig.ts';
import { tripwireEnv } from '../scenario/tripwire.ts';
import { openTripwire } from '../upstream/tripwire.ts';
import { givenOf, launchSpec, serveSpec } from './launch.ts';

const suite = { ...bareSuite('.'), scenarios: [] };
const scope = {
  ...{ vars: {}, variant: {}, env: { HTTP_PROXY: 'http://passed' }, upstreams: {}, runId: 'r' },
  ...{ today: new Date(0), tmp: '/tmp', port: 1, uuid: () => 'u' },
};
// An input error keeps these out; should one slip through, it does not win.
const part: ProcessTarget = {
  ...{ command: 'a', args: [], cwd: '.', baseDir: '/' },
  ...{ env: { http_proxy: 'http://elsewhere', A: '1' }, passEnv: ['HTTP_PROXY'] },
};
const scenario = loadScenario(scenarioText('env: {NO_PROXY: "*"}'));
const url = 'http://127.0.0.1:1/';

/** The environment that each kind of target gets. */
const environments: Readonly<Record<string, (given: ReturnType<typeof givenOf>) => unknown>> = {
  stdio: (given) => {
    const spec = launchSpec(suite, targetOf({ transport: 'stdio', ...part }), given);
    return 'env' in spec && spec.env;
  },
  module: (given) => {
    const value = { transport: 'module', file: 'a.js', exportName: 'a', ...part } as const;
    const spec = launchSpec(suite, targetOf(value), given);
    return 'env' in spec && spec.env;
  },
  http: (given) => {
    const value = { transport: 'http', url, headers: {}, process: part } as const;
    return serveSpec(suite, targetOf(value), given).env;
  },
};

function targetOf(value: SuiteTarget['value']): SuiteTarget {
  return { value, place: null };
}

test.each(Object.entries(environments))(
  'a target over %s is led to the proxy',
  async (_, envOf) => {
    const opened = await openTripwire();
    if (!opened.ok) throw new Error(opened.error.code);
    const tripwire = opened.value;
    try {
      const { url: proxy } = tripwire;
      const led = envOf(givenOf(scenario, { tripwire }, scope));
      expect(led).toEqual({ A: '1', ...tripwireEnv(proxy) });
      const open = envOf(givenOf(scenario, { tripwire: null }, scope));
      const written = { A: '1', HTTP_PROXY: 'http://passed', http_proxy: 'http://elsewhere' };
      expect(open).toEqual({ ...written, NO_PROXY: '*' });
    } finally {
      await tripwire.close();
    }
  },
);
