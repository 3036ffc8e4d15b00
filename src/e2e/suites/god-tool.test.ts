import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { HINTS } from '../../model/contract.ts';
import type { JsonObject } from '../../model/json.ts';
import { ROOT } from '../drive.ts';
import { type Project, type Reported, runProjects } from '../reported.ts';
import { lines, SLOW_MS, step } from '../steps.ts';

const SERVER = join(ROOT, 'fixtures', 'servers', 'god-tool', 'server.mjs');
const CONTRACT = { hints: 'explicit', output_schema: 'required', coverage: 'required' };
const DELETES = { action: 'delete', id: 'south' };

function project(
  name: string,
  env: JsonObject,
  samples: JsonObject,
  ...steps: JsonObject[]
): Project {
  const suite = lines({
    target: { command: process.execPath, args: [SERVER], env },
    state: { resource: 'tenants://state' },
    contract: { ...CONTRACT, read_only: 'verified', samples },
  });
  return { suite, scenarios: { [name]: lines({ tool_sequence: steps }) } };
}

/** The one tool with these annotations. */
const god = (name: string, annotations: JsonObject): Project =>
  project(
    name,
    { HINTS: JSON.stringify(annotations) },
    { manage_tenant: DELETES },
    step('manage_tenant', DELETES, { expect: { state: 'changed' } }),
  );

/** Each way to state all four hints, by a letter for each that is true. */
const EXPLICIT = Object.fromEntries(
  Array.from({ length: 16 }, (_, bits) => {
    const isTrue = (at: number) => ((bits >> at) & 1) === 1;
    const name = [...'rdio'].map((letter, at) => (isTrue(at) ? letter : '_')).join('');
    return [name, Object.fromEntries(HINTS.map((hint, at) => [hint, isTrue(at)]))];
  }),
);
const ALL: Readonly<Record<string, JsonObject>> = {
  ...EXPLICIT,
  none: {},
  typo: { readonlyHint: true, openWorldHint: false },
};

const SPLIT = project(
  'split',
  { SPLIT: '1' },
  { list_tenants: {} },
  step('list_tenants', {}, { expect: { state: 'unchanged' } }),
  step('rename_tenant', { id: 'south', to: 'west' }, { expect: { state: 'changed' } }),
  step('delete_tenant', { id: 'north' }, { expect: { state: 'changed' } }),
);

describe('one tool that reads, writes and deletes', () => {
  let run: Reported;

  beforeAll(async () => {
    const projects = Object.entries(ALL).map(([name, hints]) => [name, god(name, hints)]);
    await runProjects({ ...Object.fromEntries(projects), split: SPLIT }, (came) => {
      run = came;
    });
  }, SLOW_MS);

  const contractOf = (name: string) => {
    const found = run.report.scenarios.find(({ id }) => id === `${name}/suite.yaml`);
    if (found === undefined) throw new Error(`no contract of ${name}`);
    return found;
  };
  /** What the contract finds, a line each. */
  const told = (name: string) =>
    contractOf(name).assertions.flatMap(({ message }) =>
      (message ?? '').split('\n').filter((line) => line.startsWith('manage_tenant')),
    );
  const OF_READER =
    'manage_tenant  says that it only reads, and its call changed the state (above)';
  const OF_WRITER =
    'manage_tenant  has a sample, and does not say that it only reads; it was not called';

  test('is refused whichever way its hints are stated, and its scenario is green', () => {
    for (const name of Object.keys(ALL)) {
      expect([name, contractOf(name).status]).toEqual([name, 'failed']);
      expect(contractOf(name).code).toBe('contract_violation');
      expect(run.of(name).status).toBe('passed');
    }
    expect(run.code).toBe(1);
  });

  test('as a reader it is caught in the act, and the difference is told', () => {
    const readers = Object.keys(EXPLICIT).filter((name) => name.startsWith('r'));
    expect(readers).toHaveLength(8);
    for (const name of readers) {
      expect(told(name)).toContain(OF_READER);
      const [sample] = contractOf(name).steps;
      expect(sample).toMatchObject({ tool: 'manage_tenant', args: DELETES, status: 'failed' });
      const [state] = sample?.assertions.filter(({ kind }) => kind === 'state') ?? [];
      expect(state?.message).toContain('/south: was 5, is gone');
    }
    expect(told('r_i_')).toEqual([OF_READER]);
    expect(told('rd__')).toEqual([
      'manage_tenant  destructiveHint is true, and readOnlyHint is true: only one can hold',
      'manage_tenant  idempotentHint is false, and readOnlyHint is true: only one can hold',
      OF_READER,
    ]);
  });

  test('as a writer it is not called, and whoever means it to read is told', () => {
    const writers = Object.keys(EXPLICIT).filter((name) => name.startsWith('_'));
    expect(writers).toHaveLength(8);
    for (const name of writers) {
      expect(told(name)).toEqual([OF_WRITER]);
      expect(contractOf(name).steps).toEqual([]);
    }
    expect(told('none')).toHaveLength(5);
    expect(told('typo')).toEqual([
      'manage_tenant  "readonlyHint" is no hint: did you mean "readOnlyHint"?',
      'manage_tenant  destructiveHint is not there, so a client assumes true',
      'manage_tenant  idempotentHint is not there, so a client assumes false',
      OF_WRITER,
    ]);
  });

  test('the same work behind a tool for each action holds', () => {
    expect(contractOf('split')).toMatchObject({
      status: 'passed',
      steps: [{ tool: 'list_tenants' }],
    });
    expect(run.of('split').status).toBe('passed');
  });
});
