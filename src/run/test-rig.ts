import type { JsonObject } from '../model/json.ts';
import type { ListedTool, Outcome, Prompt, Reply, UpstreamRequest } from '../model/outcome.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import { load, SUITE } from '../scenario/test-rig.ts';

/** A suite of one scenario, as its files say. */
export function suiteOf(scenario: string, suite = ''): { suite: Suite; scenario: Scenario } {
  const loaded = load([scenario], SUITE + suite);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error.map(({ code }) => code)));
  const [only] = loaded.value.scenarios;
  if (only === undefined) throw new Error('no scenario');
  return { suite: loaded.value, scenario: only };
}

const KEY = 'com.santurcesoftware/execution';

/** A tool as it is listed, with what it declares; null: nothing. */
export function listed(name: string, declared: JsonObject | null, key = KEY): ListedTool {
  const meta = declared === null ? {} : { _meta: { [key]: { schemaVersion: 1, ...declared } } };
  return { name, inputSchema: { type: 'object' }, raw: { name, ...meta } };
}

export function outcomeOf(reply: Reply): Outcome {
  const none = { error: null, text: '', structured: null, firstText: null };
  return { reply, ...none, textFrom: 'none' };
}

/** So many requests to the stub of this name. */
export function requests(upstream: string, count = 1): readonly UpstreamRequest[] {
  const rest = { query: {}, headers: {}, body: '', status: 200, route: null };
  return Array.from({ length: count }, () => ({ upstream, method: 'GET', path: '/', ...rest }));
}

export function promptOf(kind: Prompt['kind']): Prompt {
  return { kind, mode: null, message: '', answer: null, trouble: null };
}
