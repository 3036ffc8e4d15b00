import type { Diagnostic, FileKind } from '../model/diagnostic.ts';
import type { JsonValue } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Scenario } from '../model/scenario.ts';
import { positionOf, type SourceFile } from '../model/source.ts';
import type { Suite } from '../model/suite.ts';
import type { LiveChoice } from './live.ts';
import { type LoadContext, loadSuites, type SuiteSource } from './load.ts';
import { type Selection, selectSuites } from './plan.ts';
import { toJson } from './tree.ts';
import { parseYaml } from './yaml.ts';

export function sourceFile(text: string, path = 'suite/a.yaml'): SourceFile {
  return { path, absolute: `/project/${path}`, text };
}

/** Each diagnostic in one line: its code, where it stands, and what it marks. */
export function tell(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, place }) => {
    if (place === null) return code;
    const { file, span } = place;
    const { line, column } = positionOf(file.text, span.start);
    return `${code} ${line}:${column} ${file.text.slice(span.start, span.end)}`.trimEnd();
  });
}

/** The data of a YAML text, or what is wrong with it. */
export function read(text: string, kind: FileKind = 'scenario'): JsonValue | string[] {
  const tree = parseYaml(sourceFile(text), kind);
  return tree.ok ? toJson(tree.value) : tell(tree.error);
}

export const SUITE = 'target: { command: node }\n';
/** A command line that says nothing of live runs. */
export const HERMETIC: LiveChoice = { live: false, url: null, tokenEnv: null, headers: {} };

/** A command line that filters nothing and replaces nothing. */
export const ALL: Selection = {
  grep: null,
  tags: [],
  notTags: [],
  override: null,
  judge: null,
  judgeModel: null,
  ...HERMETIC,
  timeoutMs: null,
  strictProtocol: false,
  twins: false,
  list: false,
};

const CONTEXT: LoadContext = {
  env: {},
  readBytes: () => ok(new Uint8Array()),
  noFolder: () => null,
  choice: HERMETIC,
};

/** A suite of the files `a.yaml`, `b.yaml`, … */
export function suiteSource(
  scenarios: readonly string[],
  suite: string | null = SUITE,
): SuiteSource {
  return {
    path: 'suite',
    file: suite === null ? null : sourceFile(suite, 'suite/suite.yaml'),
    scenarios: scenarios.map((text, index) =>
      sourceFile(text, `suite/${String.fromCharCode(97 + index)}.yaml`),
    ),
    unselected: () => [],
  };
}

export function load(
  scenarios: readonly string[],
  suite: string | null = SUITE,
  context: Partial<LoadContext> = {},
): Result<Suite, readonly Diagnostic[]> {
  const loaded = loadSuites([suiteSource(scenarios, suite)], { ...CONTEXT, ...context });
  return loaded.ok ? ok(only(loaded.value)) : loaded;
}

export interface Aim extends Partial<Selection> {
  readonly suite?: string | null;
  /** Default: one that takes part in live runs. */
  readonly scenarios?: readonly string[];
  readonly env?: LoadContext['env'];
  /** By their absolute paths. */
  readonly files?: Readonly<Record<string, string>>;
}

/** One suite, loaded and selected: with the target of its mode. */
function aim({
  suite = SUITE,
  scenarios = [scenario('live: true')],
  env = {},
  files = {},
  ...options
}: Aim): Result<Suite, readonly Diagnostic[]> {
  const readBytes: LoadContext['readBytes'] = (path) =>
    Object.hasOwn(files, path) ? ok(Buffer.from(files[path] ?? '')) : err('no such file');
  const selection = { ...ALL, ...options };
  const loaded = load(scenarios, suite, { env, readBytes, choice: selection });
  if (!loaded.ok) return loaded;
  const selected = selectSuites([loaded.value], selection, { env, readBytes });
  return selected.ok ? ok(only(selected.value)) : selected;
}

export function aimed(options: Aim): Suite {
  const result = aim(options);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** What is wrong, without the places. */
export function unfit(options: Aim): readonly object[] {
  const result = aim(options);
  return result.ok ? [] : result.error.map(({ place, ...told }) => told);
}

/** What is wrong with one scenario file; nothing when it loads. */
export function mistakes(
  scenario: string,
  suite: string | null = SUITE,
  context: Partial<LoadContext> = {},
): string[] {
  const loaded = load([scenario], suite, context);
  return loaded.ok ? [] : tell(loaded.error);
}

/** As `mistakes`, with what is marked instead of where. */
export function marked(...file: Parameters<typeof mistakes>): string[] {
  return mistakes(...file).map((line) => line.replace(/ \d+:\d+/, ''));
}

export function loadScenario(scenario: string, suite: string | null = SUITE): Scenario {
  const loaded = load([scenario], suite);
  if (!loaded.ok) throw new Error(tell(loaded.error).join('\n'));
  return only(loaded.value.scenarios);
}

/** A scenario that is in order, with further lines of its own. */
export function scenario(...lines: readonly string[]): string {
  const start = ['name: a', 'tool_sequence:', '  - tool: t', 'expected_contains: [x]'];
  return [...start, ...lines, ''].join('\n');
}

/** A scenario of one step, whose further lines these are. */
export function step(...lines: readonly string[]): string {
  const start = ['name: a', 'expected_contains: [x]', 'tool_sequence:', '  - tool: t'];
  return [...start, ...lines.map((line) => `    ${line}`), ''].join('\n');
}

function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined || list.length > 1) throw new Error(`${list.length} instead of one`);
  return first;
}
