import type { Diagnostic, DiagnosticCode } from '../model/diagnostic.ts';
import type { Place } from '../model/source.ts';
import { placeOf, sourceFile } from './sample-run.ts';

type Sample<C extends DiagnosticCode> = Omit<Extract<Diagnostic, { code: C }>, 'code' | 'place'>;

export const DIAGNOSED_FILE = sourceFile('scenarios/a.yaml', 'name: a\nbad: here\nname: b\n');

/** One of every code; the compiler sees to it that none is missing. */
const SAMPLES: { readonly [C in DiagnosticCode]: Sample<C> } = {
  file_unreadable: { path: 'scenarios/b.yaml', reason: 'permission denied' },
  no_baseline: { path: 'tools.json', suite: "all tests/o'clock/suite.yaml", inCi: false },
  file_too_large: { path: 'scenarios/b.yaml', bytes: 2_000_000, limit: 1_048_576 },
  not_utf8: { path: 'scenarios/b.yaml', offset: 17 },
  path_not_found: { path: 'scenarois', cwd: '/project' },
  no_scenarios: { path: 'scenarios', found: ['notes.txt', 'suite.yaml'] },
  not_yaml_file: { path: 'scenarios/b.yml.txt' },
  suite_as_scenario: { path: 'scenarios/suite.yaml' },
  empty_file: { what: 'scenario' },
  several_documents: {},
  yaml_error: { detail: 'Plain value cannot start with reserved character @', hint: 'quote' },
  yaml_warning: { detail: 'Unresolved tag: !a' },
  yaml_directive: { directive: '%YAML 1.1' },
  too_deep: { limit: 64 },
  alias_bomb: { limit: 10_000 },
  merge_key: {},
  complex_key: {},
  duplicate_key: { key: 'name', first: placeOf(DIAGNOSED_FILE, 'name') },
  duplicate_name: { name: 'a', first: placeOf(DIAGNOSED_FILE, 'a') },
  unsafe_number: { written: '9007199254740993' },
  cut_by_comment: { kept: 'Order', cut: '#4711 shipped' },
  unknown_key: {
    key: 'expected_contain',
    owner: 'a scenario',
    nearest: 'expected_contains',
    belongsIn: null,
    valid: ['name', 'expected_contains'],
  },
  missing_key: { key: 'name', owner: 'a scenario' },
  wrong_type: { expected: 'object or array', got: 'the number 3' },
  bad_value: { problem: 'must be one of fail, allow', nearest: 'fail' },
  not_supported_yet: { what: 'policy' },
  nothing_to_check: { reason: 'no_check' },
  empty_expected: { written: '""' },
  quote_it: { written: '1.10', becomes: 'the number 1.1' },
  criterion_too_long: { length: 5000, limit: 2000 },
  bad_regex: { pattern: '(', detail: 'unterminated group' },
  bad_schema: { detail: 'no valid schema: /type must be one of "string", "object"' },
  bad_route: { path: '/v1/:', detail: 'missing parameter name' },
  placeholder_not_here: { placeholder: '${vars.x}', where: 'a regular expression' },
  placeholder_syntax: { written: '${TOKEN}', suggestion: '${env.TOKEN}' },
  unknown_placeholder: { name: 'vars.seson', nearest: 'vars.season', known: ['vars.season'] },
  unset_variable: { name: 'ECNL_SEASON' },
  unknown_upstream: { name: 'event', nearest: 'events' },
  unused_upstream: { name: 'events' },
  time_too_large: { ms: 2_147_483_648, limit: 2_147_483_647 },
  conflicting_keys: { keys: ['json', 'body'], owner: 'a route' },
  no_suite: { path: 'scenarios' },
  several_suites: { option: '--command', suites: ['a', 'b'] },
  no_match: { filters: ['--grep x', '--tag y'], total: 12 },
  bad_url: { what: '`url`', problem: 'it is no URL' },
  cleartext_token: { what: 'EVENTS_URL', host: 'events.example.org' },
  empty_variable: { name: 'EVENTS_URL', use: 'url' },
  token_unset: { name: 'EVENTS_TOKEN' },
  bad_token: { name: 'EVENTS_TOKEN' },
  live_target_missing: { suite: 'scenarios/events', name: 'EVENTS_URL' },
  shared_live_url: { name: 'MCP_EVAL_REMOTE_URL', suites: ['a', 'b'] },
  no_live_scenario: { suite: 'scenarios/events' },
  upstream_in_live: { name: 'events' },
  bad_mcp_config: { path: '.mcp.json', problem: 'it is no JSON' },
  unknown_server: { path: '.mcp.json', name: 'event', nearest: 'events', known: ['events'] },
  judge_key_missing: { name: 'ANTHROPIC_API_KEY', set: true },
  not_started: { key: 'env' },
  unknown_client: { name: 'othr', nearest: 'other', known: ['other'] },
  no_probe: {},
  unknown_scenario: { name: 'retry_onse', nearest: 'retry_once' },
  unknown_rule: { name: 'contract.live', known: ['contract.hints', 'contract.coverage'] },
  bad_option: { option: '--reporter', problem: '"xml" is not a reporter' },
};

export function sampleDiagnostics(place: Place | null): Diagnostic[] {
  return Object.entries(SAMPLES).map(([code, args]) => ({ ...args, code, place }) as Diagnostic);
}
