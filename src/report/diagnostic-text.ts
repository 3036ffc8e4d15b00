import type { Diagnostic, DiagnosticCode, NothingReason, YamlHint } from '../model/diagnostic.ts';
import { baselineCommand } from './command-text.ts';
import { FLOW_WORDS } from './flow-diagnostic-text.ts';
import { TARGET_WORDS } from './target-diagnostic-text.ts';
import { say, type Wording } from './wording.ts';
import { allOf, grouped, oneOf, plural, quoted, someOf } from './words.ts';

export function wordDiagnostic(diagnostic: Diagnostic): Wording {
  return word(diagnostic.code, diagnostic);
}

function word<C extends DiagnosticCode>(code: C, diagnostic: ByCode[C]): Wording {
  return WORDS[code](diagnostic);
}

type ByCode = { readonly [C in DiagnosticCode]: Extract<Diagnostic, { code: C }> };

const WORDS: { readonly [C in DiagnosticCode]: (diagnostic: ByCode[C]) => Wording } = {
  file_unreadable: (d) => say(`the file cannot be read: ${d.reason}`),
  no_baseline: (d) =>
    say(
      `there is no baseline ${quoted(d.path)} to hold the list against`,
      d.inCi
        ? `in CI none is written, it must be committed; outside this writes it: ${baselineCommand(d.suite)}`
        : `this writes it: ${baselineCommand(d.suite)}`,
    ),
  file_too_large: (d) =>
    say(
      `the file is too large: it has ${plural(d.bytes, 'byte')}, at most ${grouped(d.limit)} are read`,
    ),
  not_utf8: (d) =>
    say(`the file is not UTF-8: the byte at offset ${d.offset} is invalid`, 'save it as UTF-8'),
  path_not_found: (d) =>
    say(`no file or folder ${quoted(d.path)}`, `paths are relative to ${d.cwd}`),
  no_scenarios: (d) =>
    say(
      `no scenario in ${quoted(d.path)}: a scenario is a .yaml or .yml file other than suite.yaml`,
      d.found.length === 0 ? 'the folder is empty' : `found there: ${someOf(d.found, 5)}`,
    ),
  not_yaml_file: () => say('not a scenario file: its name must end in .yaml or .yml'),
  suite_as_scenario: () =>
    say('a suite file describes the target, it is no scenario', 'give the folder it is in'),
  empty_file: (d) =>
    say(
      `the file is empty: there is no ${d.what} in it`,
      d.what === 'scenario'
        ? 'a scenario needs a "name", a "tool_sequence" and something to check'
        : 'a suite file needs a "target"',
    ),
  several_documents: () =>
    say(
      'a file holds one YAML document, and here a second one starts',
      'put each scenario into a file of its own',
    ),
  yaml_error: (d) =>
    say(
      `not valid YAML: ${lowerFirst(d.detail)}`,
      ...(d.hint === null ? [] : [YAML_HINTS[d.hint]]),
    ),
  yaml_warning: (d) =>
    say(`the YAML parser warns: ${lowerFirst(d.detail)}`, 'a value that may be misread is refused'),
  yaml_directive: (d) =>
    say(
      `the YAML directive ${quoted(d.directive)} is not supported: files are read as YAML 1.2`,
      'remove the line',
    ),
  too_deep: (d) => say(`nested too deeply: at most ${plural(d.limit, 'level')} are read`),
  alias_bomb: (d) =>
    say(
      `the aliases of this file repeat too much: they may add ${plural(d.limit, 'value')} at most`,
      'write the values out',
    ),
  merge_key: () => say('merge keys ("<<") are not supported', 'write the keys out'),
  complex_key: () => say('a key must be a plain text, not a list, a map or nothing'),
  duplicate_key: (d) =>
    say(`the key ${quoted(d.key)} is written twice in one map`, 'keep one of the two'),
  duplicate_name: (d) =>
    say(
      `the scenario name ${quoted(d.name)} is used twice in one suite`,
      'give each scenario a name of its own',
    ),
  unsafe_number: (d) =>
    say(
      `the number ${d.written} cannot be held exactly, digits would be lost`,
      `if it is a text, quote it: ${quoted(d.written)}`,
    ),
  cut_by_comment: (d) =>
    say(
      `" #" starts a comment, so ${d.kept === '' ? 'nothing' : `only ${quoted(d.kept)}`} would be read`,
      `if it belongs to the text, quote the whole: ${yamlQuoted(`${d.kept} ${d.cut}`.trimStart())}`,
      'if it is a comment, put it on a line of its own',
    ),
  unknown_key: (d) => say(`unknown key ${quoted(d.key)} in ${d.owner}`, ...helpWithKey(d)),
  missing_key: (d) => say(`the key ${quoted(d.key)} is missing in ${d.owner}`),
  wrong_type: (d) =>
    say(
      `this must be ${typeWords(d.expected)}, but it is ${d.got}`,
      ...(d.expected === 'array' && d.got.startsWith('a map')
        ? ['write it as a list: begin each entry with "- ", or put [ ] around it']
        : []),
    ),
  bad_value: (d) =>
    say(
      d.problem.startsWith('must') ? `this value ${d.problem}` : d.problem,
      ...didYouMean(d.nearest),
    ),
  not_supported_yet: (d) => say(`${quoted(d.what)} is not supported yet`),
  nothing_to_check: (d) => NOTHING[d.reason],
  empty_expected: (d) =>
    say(
      d.written === ''
        ? 'an expected value is missing here'
        : `an expected value must not be empty, but it is ${d.written}`,
      'every output contains the empty text: write what must be there, or remove the entry',
    ),
  quote_it: (d) =>
    say(
      `this must be a string, but ${d.written} is read as ${d.becomes}`,
      `quote it: ${yamlQuoted(d.written)}`,
    ),
  criterion_too_long: (d) =>
    say(
      `a criterion has at most ${plural(d.limit, 'character')}, this one has ${grouped(d.length)}`,
      'a criterion is one sentence: split it into several',
    ),
  bad_regex: (d) => say(`not a valid regular expression: ${d.detail}`),
  bad_schema: (d) => say(`this JSON Schema cannot be used: ${d.detail}`),
  bad_route: (d) => say(`not a valid route path ${quoted(d.path)}: ${d.detail}`),
  placeholder_not_here: (d) => say(`the placeholder ${d.placeholder} cannot be used in ${d.where}`),
  placeholder_syntax: (d) =>
    say(
      `${quoted(d.written)} is not a placeholder`,
      ...(d.suggestion === null ? [] : [`did you mean ${d.suggestion}?`]),
      ...(d.written.startsWith('${') ? ['if it is meant as it stands, write "$${" for "${"'] : []),
    ),
  unset_variable: (d) =>
    say(
      d.config === undefined
        ? `the environment variable ${d.name} is not set`
        : `the environment variable ${d.name}, which ${quoted(d.config)} names, is not set`,
      ...didYouMean(d.nearest ?? null),
      `set it, or write a default: \${${d.config === undefined ? 'env.' : ''}${d.name}:-default}`,
    ),
  unknown_upstream: (d) =>
    say(`the suite has no upstream ${quoted(d.name)}`, ...didYouMean(d.nearest)),
  unused_upstream: (d) =>
    say(
      `the upstream ${quoted(d.name)} is used nowhere, so no request can reach it`,
      `give its address to the target, for example in "env": \${upstreams.${d.name}.url}`,
    ),
  time_too_large: (d) =>
    say(`a time of ${grouped(d.ms)} ms is too large: the most is ${grouped(d.limit)} ms`),
  conflicting_keys: (d) =>
    say(`${allOf(d.keys.map(quoted))} exclude each other in ${d.owner}`, 'keep one of them'),
  no_suite: (d) =>
    say(
      `no suite.yaml at or above ${quoted(d.path)}, so there is no target to test`,
      'write a suite.yaml with a "target" beside the scenarios, or name the target by --command',
    ),
  several_suites: (d) =>
    say(
      `${d.option} is for one suite, but ${d.suites.length} are selected: ${someOf(d.suites, 5)}`,
      'select one of them by its path',
    ),
  no_match: (d) =>
    d.filters.length === 0
      ? say('there is no scenario to run')
      : say(
          `of ${plural(d.total, 'scenario')} none matches ${allOf(d.filters)}`,
          'the option --list without these shows what there is',
        ),
  ...TARGET_WORDS,
  ...FLOW_WORDS,
  bad_option: (d) => say(`${d.option}: ${d.problem}`),
};

const NOTHING: { readonly [R in NothingReason]: Wording } = {
  no_check: say(
    'this scenario has nothing to check, so it could not fail',
    'write what must hold, for example expected_contains: ["some text"]',
  ),
  empty_list: say('an empty list checks nothing', 'write a value into it, or remove the key'),
  empty_object: say('an empty map checks nothing', 'write what must hold, or remove the key'),
  matches_everything: say(
    'this regular expression matches the empty text, so it would hold without any output',
    'write a pattern that needs at least one character, such as "+" instead of "*"',
  ),
};

const YAML_HINTS: { readonly [H in YamlHint]: string } = {
  quote: 'a text must be quoted if it has ": " in it or starts with a character like @ * & ! [ {',
  quote_placeholder: 'write it in double quotes: to YAML a bare { opens a map',
  single_quotes: 'in double quotes a \\ starts an escape; single quotes take it as it stands',
  spaces: 'indent with spaces',
  colon: 'a key ends with a colon and a space',
};

function didYouMean(nearest: string | null): readonly string[] {
  return nearest === null ? [] : [`did you mean ${quoted(nearest)}?`];
}

/** As YAML would have it: single quotes where a `\\` or `"` would need an escape. */
function yamlQuoted(text: string): string {
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : quoted(text);
}

function helpWithKey(d: ByCode['unknown_key']): readonly string[] {
  const help = [
    ...didYouMean(d.nearest),
    ...(d.belongsIn === null ? [] : [`${quoted(belonging(d))} belongs in ${d.belongsIn}`]),
  ];
  if (help.length > 0) return help;
  return d.valid.length === 0 ? ['no key is valid here'] : [`valid keys: ${someOf(d.valid, 40)}`];
}

/** A word that is near to none of this place may be near to one of another. */
function belonging({ key, nearest, valid }: ByCode['unknown_key']): string {
  return nearest === null || valid.includes(nearest) ? key : nearest;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  object: 'a map',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
};

/** The names of JSON's types, as people say them. */
function typeWords(expected: string): string {
  const words = expected.split(' or ').map((type) => TYPES[type] ?? type);
  return oneOf(words);
}

/** The parser's sentences start with a capital; its own names in capitals stay. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
