import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JsonObject } from '../model/json.ts';
import { ROOT } from './drive.ts';
import { LISTS } from './listings.ts';
import type { Project } from './reported.ts';
import { lines, step } from './steps.ts';

/** Suites that hold servers, as they are published, against a contract with all rules. */

const require = createRequire(import.meta.url);
const SCRIPTS = {
  everything: require.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
  memory: require.resolve('@modelcontextprotocol/server-memory/dist/index.js'),
  thinking: require.resolve('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
  github: require.resolve('@modelcontextprotocol/server-github/dist/index.js'),
  context7: require.resolve('@upstash/context7-mcp/dist/index.js'),
};
/** The shell notes who starts, and is the server from then on. */
const NOTED = 'echo "start $$" >> "$DIARY"; exec "$0" "$@"';

function stock(script: string, args: readonly string[] = []): JsonObject {
  return {
    command: 'sh',
    args: ['-c', NOTED, process.execPath, script, ...args],
    env: { HOME: '${tmp}' },
    pass_env: ['DIARY'],
  };
}

/** A folder that is only read. */
const SHELF = join(ROOT, 'scenarios', 'tenants');
const PAPER = join(SHELF, 'tools.json');
const THOUGHT = { thought: 'One.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };

/** For each tool that says it only reads; but one has none. */
export const SAMPLES = {
  everything: {
    echo: { message: 'a' },
    'get-annotated-message': { messageType: 'error' },
    'get-env': {},
    'get-resource-links': {},
    'get-resource-reference': { resourceType: 'Text', resourceId: 1 },
    'get-structured-content': { location: 'Chicago' },
    'get-sum': { a: 1, b: 2 },
    'get-tiny-image': {},
  },
  filesystem: {
    read_file: { path: PAPER },
    read_text_file: { path: PAPER, head: 1 },
    read_media_file: { path: PAPER },
    read_multiple_files: { paths: [PAPER] },
    list_directory: { path: '${tmp}' },
    list_directory_with_sizes: { path: '${tmp}' },
    directory_tree: { path: '${tmp}' },
    search_files: { path: '${tmp}', pattern: '*' },
    get_file_info: { path: '${tmp}' },
    list_allowed_directories: {},
  },
  memory: { read_graph: {}, search_nodes: { query: 'a' }, open_nodes: { names: ['a'] } },
  thinking: { sequentialthinking: THOUGHT },
  github: {},
  context7: { 'resolve-library-id': { query: 'routing', libraryName: 'next' } },
};
export type Stock = keyof typeof SAMPLES;
export const NAMES = Object.keys(SAMPLES) as Stock[];

interface Given {
  /** Over those of every suite. */
  readonly keys: JsonObject;
  readonly contract?: JsonObject;
  /** The step of the one scenario, and its name. */
  readonly calls: JsonObject;
}

function project(name: Stock, { keys, contract = {}, calls }: Given): Project {
  const demands = { ...LISTS, read_only: 'verified', coverage: 'required' };
  const suite = lines({
    state: { dir: '${tmp}' },
    ...keys,
    contract: { ...demands, samples: SAMPLES[name], ...contract },
  });
  return { suite, scenarios: { [`of_${name}`]: lines({ tool_sequence: [calls] }) } };
}

const offline = (target: JsonObject) => ({ network: 'tripwire', target });
const API = {
  routes: [
    { method: 'GET', path: '/v2/libs/search', status: 200, json: { results: [] } },
    { method: 'GET', path: '/v2/context', status: 200, body: 'Files are routes.' },
  ],
};

const GIVEN: Readonly<Record<Stock, Given>> = {
  everything: {
    keys: {
      ...offline(stock(SCRIPTS.everything)),
      state: { tool: 'get-env' },
    },
    contract: { samples: { ...SAMPLES.everything, 'toggle-simulated-logging': {} } },
    calls: step('get-sum', { a: 1, b: 2 }, { expect: { contains: '3' } }),
  },
  filesystem: {
    keys: offline(stock(SCRIPTS.filesystem, ['${tmp}', SHELF])),
    calls: step('list_directory', { path: SHELF }, { expect: { contains: 'tools.json' } }),
  },
  memory: {
    keys: offline({
      ...stock(SCRIPTS.memory),
      env: { MEMORY_FILE_PATH: '${tmp}/memory.jsonl' },
    }),
    contract: { baseline: 'tools.json' },
    calls: step(
      'create_entities',
      { entities: [{ name: 'a', entityType: 'b', observations: ['c'] }] },
      { expect: { state: 'changed' } },
    ),
  },
  thinking: {
    keys: offline(stock(SCRIPTS.thinking)),
    calls: step('sequentialthinking', THOUGHT, { expect: { contains: '"thoughtNumber": 1' } }),
  },
  github: {
    keys: {
      ...offline(stock(SCRIPTS.github)),
      policy: { llm: 'never', external_api: 'never' },
    },
    contract: { samples: { get_issue: { owner: 'a', repo: 'b', issue_number: 1 } } },
    calls: step(
      'get_issue',
      { owner: 'a', repo: 'b', issue_number: 1 },
      { expect: { error: true } },
    ),
  },
  context7: {
    keys: {
      target: {
        ...stock(SCRIPTS.context7),
        env: { HOME: '${tmp}', CONTEXT7_API_URL: '${upstreams.api.url}' },
      },
      upstreams: { api: API },
    },
    contract: { baseline: 'tools.json' },
    calls: step(
      'query-docs',
      { libraryId: '/vercel/next.js', query: 'routing' },
      { expect: { contains: 'Files are routes.', state: 'unchanged' } },
    ),
  },
};
export const ALL = Object.fromEntries(NAMES.map((name) => [name, project(name, GIVEN[name])]));
