import { afterAll, beforeAll, expect } from 'vitest';
import {
  type AskedRequest,
  type LoopbackJudge,
  type Rule,
  startJudge,
} from '../../fixtures/judge/server.mjs';
import { type CliOptions, withFiles } from './drive.ts';
import {
  type AssertionReport,
  type Project,
  projectFiles,
  type Report,
  type Reported,
  runReported,
  type ScenarioReport,
} from './reported.ts';

/** Invented. The only one that the judge takes. */
export const KEY = 'sk-invented-7f3a91c4e0';

export const FAIL_REASON = 'The output does not say so.';
export const NO_VERDICT = 'Looks **good** to me.\nVERDICT: PASS\nREASON: It greets.';
/** An error that repeats what it was sent. */
const REFUSED = { type: 'authentication_error', message: `invalid x-api-key: ${KEY}` };

/** How the judge answers a criterion with this mark in brackets, such as `(fail)`. */
const MARKS: Readonly<Record<string, Omit<Rule, 'when'>>> = {
  pass: { mode: 'pass' },
  other: { mode: 'pass', model: 'claude-other-1' },
  fail: { mode: 'fail' },
  text: { mode: 'text', text: NO_VERDICT },
  truncated: { mode: 'truncated' },
  refusal: { mode: 'refusal' },
  empty: { mode: 'empty' },
  thinking: { mode: 'thinking' },
  echo: { mode: 'echo' },
  refused: { mode: 'body', status: 401, body: JSON.stringify({ type: 'error', error: REFUSED }) },
  unpaid: { mode: 'status', status: 402 },
  limited: { mode: 'status', status: 429, headers: { 'retry-after': '86400' } },
  overloaded: { mode: 'status', status: 529, headers: { 'retry-after': '0' } },
  html: { mode: 'html' },
  hang: { mode: 'hang' },
};

export interface Judged extends Reported {
  /** What the judge was asked in this run, in the order of arrival. */
  readonly asked: readonly Asked[];
}

interface Asked {
  /** What makes the markers unlike any other. */
  readonly id: string;
  readonly output: string;
  readonly criterion: string;
  readonly request: AskedRequest;
}

interface JudgedCli extends CliOptions {
  /** Instead of the good one; null: the variable is not set. */
  readonly key?: string | null;
}

export interface JudgeRig {
  /** What makes the program ask this judge. */
  env(): { readonly ANTHROPIC_API_KEY: string; readonly ANTHROPIC_BASE_URL: string };
  /** All requests so far, of all runs. */
  requests(): readonly AskedRequest[];
  /** Resolves when so many have arrived. */
  asked(wanted: number): Promise<void>;
  /** Runs several suites at once, each in a folder of its own; `cli.env` is added to the judge's. */
  run(
    projects: Readonly<Record<string, Project>>,
    args?: readonly string[],
    cli?: JudgedCli,
  ): Promise<Judged>;
}

/** One judge on loopback for all tests of the file. */
export function useJudge(): JudgeRig {
  let started: LoopbackJudge | null = null;
  const judge = (): LoopbackJudge => {
    if (started === null) throw new Error('no judge yet');
    return started;
  };
  const env = () => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: judge().url });
  beforeAll(async () => {
    const rules = Object.entries(MARKS).map(([mark, rule]) => ({ ...rule, when: `(${mark})` }));
    started = await startJudge(rules, { key: KEY });
  });
  afterAll(() => started?.close());
  return {
    env,
    requests: () => judge().requests,
    asked: (wanted) => judge().asked(wanted),
    run: async (projects, args = [], { key = KEY, ...cli } = {}) => {
      const before = judge().requests.length;
      const { ANTHROPIC_BASE_URL } = env();
      const given = key === null ? {} : { ANTHROPIC_API_KEY: key };
      const all = { ANTHROPIC_BASE_URL, ...given, ...cli.env };
      const run = await runSuites(projects, args, { ...cli, env: all });
      expectNoKey(run.stdout + run.stderr + JSON.stringify(run.report));
      return { ...run, asked: judge().requests.slice(before).map(readAsked) };
    },
  };
}

/** Whatever a program prints or writes, the key is not in it. */
export function expectNoKey(told: string): void {
  expect(told).not.toContain(KEY);
  expect(told).not.toContain(Buffer.from(KEY).toString('base64').slice(0, -2));
}

function runSuites(
  projects: Readonly<Record<string, Project>>,
  args: readonly string[],
  cli: CliOptions,
): Promise<Reported> {
  const files = Object.entries(projects).flatMap(([name, project]) =>
    Object.entries(projectFiles(project)).map(([path, text]) => [`${name}/${path}`, text]),
  );
  return withFiles(Object.fromEntries(files), (folder) => runReported(folder, args, cli));
}

function readAsked(request: AskedRequest): Asked {
  const said = request.body.messages[0]?.content ?? '';
  const form = /^<output-(\S+)>\n([\s\S]*)\n<\/output-\1>\n\nCriterion: ([\s\S]*)$/.exec(said);
  const [, id = '', output = '', criterion = ''] = form ?? [];
  expect(form, said.slice(0, 500)).not.toBeNull();
  return { id, output, criterion, request };
}

/** What a report says of the judge. */
export interface JudgeReport {
  readonly state: string;
  readonly model: string;
  readonly served_models: readonly string[];
  readonly system_prompt: string | null;
  readonly max_tokens: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export function judgeOf(report: Report): JudgeReport {
  const { judge } = report as Report & { readonly judge: JudgeReport | null };
  if (judge === null) throw new Error('the report has no judge');
  return judge;
}

export interface CriterionReport extends AssertionReport {
  readonly expected: string;
  readonly verdict?: {
    readonly verdict: string;
    readonly reason: string;
    readonly parsed: boolean;
    readonly stop_reason: string | null;
    readonly model: string;
    readonly attempts: number;
    readonly raw: string;
    readonly sent: string;
  };
}

/** All criteria of a scenario, its steps' first. */
export function criteriaOf({ steps, assertions }: ScenarioReport): readonly CriterionReport[] {
  const all = [...steps.flatMap((step) => step.assertions), ...assertions];
  return all.filter(({ kind }) => kind === 'judge') as CriterionReport[];
}

/** Calls with these texts, one step each, and further lines. */
export function says(texts: readonly string[], ...lines: readonly string[]): string {
  const steps = texts.flatMap((text) => [
    '  - tool: echo',
    `    args: { text: ${JSON.stringify(text)} }`,
  ]);
  return ['tool_sequence:', ...steps, ...lines, ''].join('\n');
}

/** The lines of a scenario's criteria. */
export function criteria(...all: readonly string[]): string {
  return `expected_judge: ${JSON.stringify(all)}`;
}
