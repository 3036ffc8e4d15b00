import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '../model/json.ts';
import { toJson } from '../scenario/tree.ts';
import { parseYaml } from '../scenario/yaml.ts';
import { ROOT } from './drive.ts';

export type WorkflowName = 'ci' | 'nightly';

export interface Workflow {
  readonly on: Readonly<Record<string, JsonValue>>;
  readonly permissions?: JsonValue;
  readonly defaults?: { readonly run?: { readonly shell?: string } };
  readonly concurrency?: Readonly<Record<string, JsonValue>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface Job {
  readonly if?: string;
  readonly needs?: readonly string[];
  readonly 'timeout-minutes'?: number;
  readonly strategy?: JsonValue;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, JsonValue>>;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function readWorkflowText(name: WorkflowName): Promise<string> {
  return readFile(join(ROOT, '.github', 'workflows', `${name}.yml`), 'utf8');
}

export function parseWorkflow(text: string): Workflow {
  const tree = parseYaml({ path: 'workflow.yml', absolute: '/workflow.yml', text }, 'suite');
  if (!tree.ok) throw new Error(JSON.stringify(tree.error.map(({ code }) => code)));
  return toJson(tree.value) as unknown as Workflow;
}

/** What GitHub may start a workflow for. With `pull_request_target` a stranger's code would meet the secrets. */
const TRIGGERS: Readonly<Record<WorkflowName, string>> = {
  ci: 'pull_request push',
  nightly: 'schedule workflow_dispatch',
};
/** Seconds that checkout, installation and the end of a run may take beside `--max-duration`. */
const ROOM = 600;
/** A pipe, `||`, `&`, a substitution, or a command by which a failure gets lost. */
const SWALLOWS = /[|&`]|[$<>]\(|(?<![-\w])(set|exit|true|trap|eval)\b|(^|\s)[!:](\s|$)/m;
const BRANCHES = /\b(if|while|until)\b/;
/** The only job that looks at an exit code itself. */
const LOOKS_AT_CODES = 'must-fail';
/** What a job may not have for itself, so that all jobs run under the same rules. */
const OVERRIDES = ['permissions', 'defaults', 'env', 'container', 'services', 'uses'];
/** The conditions of jobs: the time and the choice of a person, never what is there. */
const CONDITIONS =
  /^(always\(\)|contains\(fromJSON\('\["[^']+"\]'\), github\.event\.schedule \|\| inputs\.part\))$/;

/** What a workflow breaks, as `place rule`. */
export function findTroubles(name: WorkflowName, { on, ...workflow }: Workflow): string[] {
  const { permissions, defaults, concurrency, jobs } = workflow;
  const paths = [...leavesOf({ on, ...workflow } as unknown as JsonValue, [])];
  const troubles: [boolean, string][] = [
    [Object.keys(on).sort().join(' ') !== TRIGGERS[name], 'workflow triggers'],
    [JSON.stringify(permissions) !== '{"contents":"read"}', 'workflow permissions'],
    [defaults?.run?.shell !== 'bash', 'workflow shell'],
    [concurrency?.['cancel-in-progress'] !== (name === 'ci'), 'workflow concurrency'],
    ...paths.map(({ path, text }): [boolean, string] => [
      /\bsecrets\b|\bgithub\.token\b/.test(text) && (name === 'ci' || !isStepEnv(path)),
      `${path.join('.')} secret`,
    ]),
    ...paths.map(({ path }): [boolean, string] => {
      return [path.includes('continue-on-error'), `${path.join('.')} continues`];
    }),
    ...Object.entries(jobs).flatMap(([id, job]) => jobTroubles(id, job)),
  ];
  return troubles.flatMap(([isBroken, text]) => (isBroken ? [text] : []));
}

function jobTroubles(id: string, job: Job): [boolean, string][] {
  const seconds = job.steps.flatMap(({ run }) => (run === undefined ? [] : capsIn(run)));
  const limit = (job['timeout-minutes'] ?? 0) * 60;
  return [
    [limit === 0, `${id} timeout`],
    [seconds.includes(0), `${id} uncapped`],
    [limit < seconds.reduce((sum, each) => sum + each, ROOM) && seconds.length > 0, `${id} room`],
    [job.if !== undefined && !CONDITIONS.test(job.if), `${id} condition`],
    [OVERRIDES.some((key) => key in job), `${id} own settings`],
    ...job.steps.flatMap((step, index) => stepTroubles(id, `${id}.${index}`, step)),
  ];
}

function stepTroubles(job: string, id: string, step: Step): [boolean, string][] {
  const { uses, run = '', with: settings } = step;
  const known = /^actions\/(checkout|setup-node)@v\d+$/.exec(uses ?? '');
  const keepsToken = known?.[1] === 'checkout' && settings?.['persist-credentials'] !== false;
  return [
    [uses !== undefined && known === null, `${id} action`],
    [keepsToken, `${id} credentials`],
    [SWALLOWS.test(run), `${id} swallows`],
    [BRANCHES.test(run) && job !== LOOKS_AT_CODES, `${id} branches`],
    // What GitHub puts into a script is run as a part of it.
    [run.includes('${{'), `${id} expression`],
    ['if' in step || 'shell' in step || 'timeout-minutes' in step, `${id} own settings`],
  ];
}

/** `--max-duration` of each run of the program; 0: it has none. */
function capsIn(script: string): number[] {
  return [...script.matchAll(/\bmcp-eval run\b.*/g)].map(([command]) =>
    Number(/ --max-duration (\d+)\b/.exec(command)?.[1] ?? 0),
  );
}

interface Leaf {
  readonly path: readonly string[];
  readonly text: string;
}

function* leavesOf(value: JsonValue, path: readonly string[]): Generator<Leaf> {
  if (value === null || typeof value !== 'object') {
    yield { path, text: String(value) };
    return;
  }
  for (const [key, child] of Object.entries(value)) yield* leavesOf(child, [...path, key]);
}

function isStepEnv([jobs, , steps, , env, ...name]: readonly string[]): boolean {
  return jobs === 'jobs' && steps === 'steps' && env === 'env' && name.length === 1;
}
