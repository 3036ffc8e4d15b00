import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { propertiesOf, verdictsStable } from '../bench/soak-checks.ts';
import { soakProject } from '../bench/soak-project.ts';
import { soakRun } from '../bench/soak-run.ts';
import { ROOT, withFiles } from './drive.ts';

const bin = join(ROOT, 'bin', 'mcp-eval.js');
/** One flood of 70 MB, of which 64 MiB are kept for a moment, on top of Node itself. */
const PEAK_MIB = 400;

// `npm run soak` is the long form. Only Linux shows a process from outside.
describe.runIf(process.platform === 'linux')('a short soak', () => {
  test('two runs at once come to the same verdicts and leave nothing behind', async () => {
    const { files, expected } = soakProject(ROOT, { rounds: 1, slow: false });
    const soak = (project: string) =>
      withFiles({}, (scratch) => soakRun({ bin, project, scratch, limitMs: 25_000 }));
    const runs = await withFiles(files, (project) => Promise.all([soak(project), soak(project)]));
    const properties = [
      ...runs.flatMap((run) => propertiesOf(run, expected)),
      verdictsStable(runs),
    ];
    // One round is a warm-up: how memory goes on is seen in the long form alone.
    const judged = properties.filter(({ name }) => name !== 'memory');
    expect(judged.filter(({ holds }) => !holds)).toEqual([]);
    expect(judged).toHaveLength(11);
    expect(Object.keys(expected.verdicts).length).toBeGreaterThanOrEqual(20);
    const peak = Math.max(...runs.flatMap((run) => run.samples).map((each) => each.memoryMib));
    expect(peak).toBeLessThan(PEAK_MIB);
  });
});
