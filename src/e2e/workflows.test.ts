import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type Job,
  parseWorkflow,
  readWorkflowText,
  type Step,
  type Workflow,
} from './workflow-rules.ts';
import { builtProgram, runStep } from './workflow-step.ts';

const ci = parseWorkflow(await readWorkflowText('ci'));
const nightly = parseWorkflow(await readWorkflowText('nightly'));

function jobOf({ jobs }: Workflow, id: string): Job {
  const job = jobs[id];
  if (job === undefined) throw new Error(`there is no job ${id}`);
  return job;
}

function scripts(workflow: Workflow, id: string): string[] {
  return jobOf(workflow, id).steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
}

/** The last step of a job is what it is for. */
function lastStep(workflow: Workflow, id: string): Step {
  const step = jobOf(workflow, id).steps.at(-1);
  if (step?.run === undefined) throw new Error(`${id} does not end with a script`);
  return step;
}

describe('ci', () => {
  test('checks all, and on each version of Node', () => {
    expect(Object.keys(ci.jobs)).toEqual(['static', 'test', 'must-fail']);
    expect(scripts(ci, 'static')).toEqual([
      'npm ci',
      ...['lint', 'typecheck', 'deadcode'].map((script) => `npm run ${script}`),
    ]);
    const [install, tests, suites, scenarios] = scripts(ci, 'test');
    expect([install, tests, suites]).toEqual(['npm ci', 'npm test', 'npm run test:suites']);
    expect(scenarios).toMatch(/^npx mcp-eval run scenarios\/ --max-duration \d+$/);
    expect(jobOf(ci, 'test').strategy).toEqual({
      'fail-fast': false,
      matrix: { node: [20, 22, 24, 26] },
    });
    expect(jobOf(ci, 'test').steps[1]?.with?.['node-version']).toBe('${{ matrix.node }}');
  });

  test('must-fail is green for exit code 1 alone', async () => {
    const step = lastStep(ci, 'must-fail');
    const codes = [0, 1, 2, 3, 70, 143];
    const runs = codes.map((code) => runStep(step, { npx: `exit ${code}` }));
    const ends = (await Promise.all(runs)).map(({ code }) => code);
    expect(ends).toEqual(codes.map((code) => (code === 1 ? 0 : 1)));
  });

  test('must-fail is green for the broken server, and red for the sound one', async () => {
    const step = lastStep(ci, 'must-fail');
    const script = step.run ?? '';
    const sound = script.replace(/fixtures\/\S+\.suite\.yaml/, 'scenarios/ecnl/suite.yaml');
    expect(sound).not.toBe(script);
    const options = { npx: builtProgram('--grep', 'find_events_basic') };
    const [broken, whole] = await Promise.all([
      runStep(step, options),
      runStep({ ...step, run: sound }, options),
    ]);
    expect([broken.code, broken.stdout]).toEqual([0, expect.stringMatching(/^FAILED 1 failed/m)]);
    expect(broken.stdout).toContain('ended with 1, expected 1');
    expect([whole.code, whole.stdout]).toEqual([1, expect.stringMatching(/^PASSED 1 passed/m)]);
    expect(whole.stdout).toContain('ended with 0, expected 1');
  });
});

describe('nightly', () => {
  const JOBS = ['hermetic', 'nwsl', 'ecnl'];
  const PARTS: Readonly<Record<string, readonly string[]>> = {
    '0 9 * * *': ['hermetic', 'nwsl'],
    '15 9 * * *': ['ecnl'],
    all: JOBS,
    hermetic: ['hermetic'],
    nwsl: ['nwsl'],
    ecnl: ['ecnl'],
  };

  test('runs at nine and a quarter past, or when a person asks', () => {
    expect(nightly.on.schedule).toEqual([{ cron: '0 9 * * *' }, { cron: '15 9 * * *' }]);
    const [, , ...options] = Object.keys(PARTS);
    expect(nightly.on.workflow_dispatch).toMatchObject({
      inputs: { part: { type: 'choice', options, default: 'all' } },
    });
  });

  test('each time runs its jobs', () => {
    expect(Object.keys(nightly.jobs)).toEqual([...JOBS, 'verdict']);
    for (const [part, expected] of Object.entries(PARTS)) {
      const runs = JOBS.filter((id) => {
        const [list] = /\[.*\]/.exec(jobOf(nightly, id).if ?? '') ?? ['[]'];
        return (JSON.parse(list) as string[]).includes(part);
      });
      expect([part, runs]).toEqual([part, expected]);
    }
  });

  test('the commands, and which secrets go where', () => {
    const key = { ANTHROPIC_API_KEY: '${{ secrets.ANTHROPIC_API_KEY }}' };
    const live = (name: string) => ({
      MCP_EVAL_REMOTE_URL: `\${{ secrets.${name}_MCP_URL }}`,
      MCP_EVAL_REMOTE_TOKEN: `\${{ secrets.${name}_MCP_TOKEN }}`,
      ...key,
    });
    const told = JOBS.map((id) => {
      const steps = jobOf(nightly, id).steps.flatMap(({ run, env }) => (run ? [[run, env]] : []));
      return [id, steps];
    });
    const run = (what: string) =>
      expect.stringMatching(new RegExp(`^npx mcp-eval run ${what} --max-duration \\d+$`));
    const install = ['npm ci', undefined];
    expect(told).toEqual([
      ['hermetic', [install, [run('scenarios/ --judge required'), key]]],
      ['nwsl', [install, [run('scenarios/nwsl --live --judge required'), live('NWSL')]]],
      ['ecnl', [install, [run('scenarios/ecnl --live --judge required'), live('ECNL')]]],
    ]);
  });

  test('a job that is cancelled, fails or does not run makes the verdict red', async () => {
    const verdict = jobOf(nightly, 'verdict');
    expect(verdict).toMatchObject({ if: 'always()', needs: JOBS });
    const [step] = verdict.steps;
    const judge = async (part: string, results: readonly string[]) => {
      const ended = JOBS.map((id, index) => [`needs.${id}.result`, results[index] ?? '']);
      const asked = { 'github.event.schedule || inputs.part': part };
      const values = { ...asked, ...Object.fromEntries(ended) };
      const { code } = await runStep(step ?? {}, { values });
      return `${part}: ${results.join(' ')}: ${code}`;
    };
    const right = Object.entries(PARTS).map(([part, runs]) => ({
      part,
      results: JOBS.map((id): string => (runs.includes(id) ? 'success' : 'skipped')),
    }));
    const wrong = right.flatMap(({ part, results }) => [
      ...['cancelled', 'failure'].flatMap((result) =>
        JOBS.map((_, index) => ({ part, results: results.with(index, result) })),
      ),
      { part, results: ['skipped', 'skipped', 'skipped'] },
    ]);
    wrong.push({ part: '30 9 * * *', results: ['skipped', 'skipped', 'skipped'] });
    const verdicts = (all: typeof right) =>
      Promise.all(all.map(({ part, results }) => judge(part, results)));
    const told = (all: typeof right, code: number) =>
      all.map(({ part, results }) => `${part}: ${results.join(' ')}: ${code}`);
    expect(await verdicts(right)).toEqual(told(right, 0));
    expect(await verdicts(wrong)).toEqual(told(wrong, 1));
  });

  test('a missing secret is red, and nothing is asked of any server', async () => {
    const requests: (string | undefined)[] = [];
    const server = createServer(({ headers }, response) => {
      requests.push(headers.authorization);
      response.writeHead(401).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const secrets = {
      'secrets.NWSL_MCP_URL': url,
      'secrets.NWSL_MCP_TOKEN': 'token-of-nwsl',
      'secrets.ECNL_MCP_URL': url,
      'secrets.ECNL_MCP_TOKEN': 'token-of-ecnl',
      'secrets.ANTHROPIC_API_KEY': 'key-8f3a91c4',
    };
    const run = (id: string, missing = '') =>
      runStep(lastStep(nightly, id), {
        npx: builtProgram(),
        values: { ...secrets, ...(missing === '' ? {} : { [missing]: '' }) },
      });
    const refused = await Promise.all([
      run('hermetic', 'secrets.ANTHROPIC_API_KEY'),
      run('nwsl', 'secrets.NWSL_MCP_URL'),
      run('ecnl', 'secrets.ECNL_MCP_TOKEN'),
      run('ecnl', 'secrets.ANTHROPIC_API_KEY'),
    ]);
    for (const { code, stdout, stderr } of refused) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/is set but empty[\s\S]*nothing was run/);
    }
    expect(requests).toEqual([]);
    const asked = await run('nwsl');
    expect(asked.code, asked.stdout + asked.stderr).toBe(3);
    expect(new Set(requests)).toEqual(new Set(['Bearer token-of-nwsl']));
  });
});
