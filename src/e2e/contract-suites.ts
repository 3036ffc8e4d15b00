import { LISTS, type Listing, WRITES } from './listings.ts';

/** Suites that hold a list to a contract, sound ones and broken ones, by folder. */

const VERIFIED = { read_only: 'verified' };
const sampled = (...tools: readonly string[]) => ({
  ...VERIFIED,
  samples: Object.fromEntries(tools.map((tool) => [tool, {}])),
});
const NEVER = { schemaVersion: 1, llm: 'never', externalApi: 'never' };
const ALWAYS = { _meta: { 'com.santurcesoftware/execution': { ...NEVER, llm: 'always' } } };
const SHARES = { outputSchema: { $id: 'x:shared', type: 'object', minProperties: 1 } };
const PATTERN = { type: 'object', properties: { text: { pattern: '^(a+)+$' } } };

const API = {
  env: { API_URL: '${upstreams.api.url}' },
  suite: { upstreams: { api: { unmatched: 'allow' } } },
};
/** Tools that do something once their server's input has ended, behind the last sample. */
export const LATE: Readonly<Record<string, Listing>> = {
  asks_late: {
    ...API,
    tools: { fine: {}, sly: { does: 'fetch_at_end' } },
    contract: sampled('fine', 'sly'),
  },
  reaches_late: {
    tools: { fine: {}, sly: { does: 'reach_at_end' } },
    contract: sampled('fine', 'sly'),
    suite: { network: 'tripwire' },
  },
  samples_late: {
    tools: { fine: {}, sly: { does: 'sample_at_end' } },
    contract: sampled('fine', 'sly'),
  },
};

export const CONTRACTS: Readonly<Record<string, Listing>> = {
  good: {
    tools: { fine: {}, other: {}, writer: { does: 'count', annotations: WRITES } },
    contract: { ...LISTS, ...sampled('other', 'fine') },
  },
  dry: {
    tools: { fine: {}, dry: { annotations: WRITES } },
    contract: sampled('fine'),
    calls: 'dry',
    expect: { state: 'unchanged' },
  },
  empty: {
    tools: {},
    contract: { ...LISTS, ...sampled('fine'), coverage: 'required', baseline: 'tools.json' },
  },
  hostile: {
    tools: {
      fine: {},
      async: { outputSchema: { type: 'object', $async: true } },
      twice: { inputSchema: { type: 'object', $defs: { a: { $id: 'x:a' }, b: { $id: 'x:a' } } } },
      endless: { does: 'spell', outputSchema: PATTERN },
      other: { annotations: { ...WRITES, readOnlyHint: 'true' } },
      ...{ same: SHARES, same_again: SHARES },
    },
    contract: { ...LISTS, ...sampled('endless', 'fine', 'async', 'twice', 'same', 'same_again') },
  },
  ...LATE,
  asks_uncalled: {
    tools: { fine: {} },
    env: { ...API.env, END_ASKS: 'yes' },
    contract: LISTS,
    suite: { ...API.suite, policy: { external_api: 'never' } },
  },
  writes: { tools: { fine: {}, sly: { does: 'count' } }, contract: sampled('sly', 'fine') },
  writes_late: {
    tools: { fine: {}, slow: { does: 'count_late' }, sly: { does: 'count_late' } },
    contract: sampled('slow', 'fine', 'sly'),
  },
  fails: { tools: { fine: {}, broken: { does: 'fail' } }, contract: sampled('fine', 'broken') },
  asks: { tools: { fine: {}, asking: { does: 'ask' } }, contract: sampled('fine', 'asking') },
  owes: {
    tools: { fine: {}, owing: { outputSchema: { type: 'object', required: ['more'] } } },
    contract: sampled('fine', 'owing'),
  },
  hangs: {
    tools: { fine: {}, stuck: { does: 'hang' }, last: {} },
    contract: { ...LISTS, ...sampled('stuck', 'last', 'fine') },
    suite: { timeout_ms: 1000 },
  },
  crashes: {
    tools: { fine: {}, dying: { does: 'crash' } },
    contract: { ...LISTS, ...sampled('dying', 'fine') },
  },
  gone: {
    tools: { fine: {} },
    contract: { ...LISTS, ...sampled('fine') },
    suite: { target: { command: process.execPath, args: ['-e', 'process.exit(3)'] } },
  },
  policy: {
    tools: { fine: {}, model_call: ALWAYS },
    contract: sampled('model_call', 'fine'),
    suite: { policy: { llm: 'never' } },
  },
  renamed: {
    tools: { fine: {}, renamed: { inputSchema: { type: 'object', properties: { season: {} } } } },
    contract: { ...VERIFIED, samples: { fine: {}, renamed: { year: 1 } } },
  },
  probed_by_old_name: {
    tools: { fine: {}, peek: { inputSchema: { type: 'object', properties: {} } } },
    contract: sampled('fine', 'peek'),
    suite: { state: { tool: 'peek', args: { year: 1 } } },
  },
  probed: {
    tools: { fine: {}, model_probe: ALWAYS },
    contract: sampled('fine'),
    suite: { policy: { llm: 'never' }, state: { tool: 'model_probe' } },
  },
  prints: {
    tools: { fine: {}, chatty: { does: 'print' } },
    contract: sampled('fine', 'chatty'),
  },
  draws: { tools: { fine: {}, artist: { does: 'draw' } }, contract: sampled('fine', 'artist') },
  silenced: {
    tools: { fine: {}, chatty: { does: 'print' } },
    contract: sampled('fine', 'chatty'),
    suite: { strict_protocol: true },
  },
  undrawn: {
    tools: { fine: {}, artist: { does: 'draw' } },
    contract: sampled('fine', 'artist'),
    suite: { strict_protocol: true },
  },
};

export const FILES = { 'empty/tools.json': '{"tools": {}}' };
