import { fileURLToPath } from 'node:url';
import { withFiles } from '../e2e/drive.ts';
import { type Property, propertiesOf, verdictsStable } from './soak-checks.ts';
import { soakProject } from './soak-project.ts';
import { soakRun } from './soak-run.ts';

// Hundreds of good and bad servers in one process of the program, and once more in a second one: no verdict may
// change, and nothing may pile up. Linux only, where a process can be watched from outside.
const ROUNDS = 12;
const RUNS = 2;
const LIMIT_MS = 15 * 60_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = fileURLToPath(new URL('../../bin/mcp-eval.js', import.meta.url));
const { files, expected } = soakProject(root, { rounds: ROUNDS, slow: true });

const runs = await withFiles(files, async (project) => {
  const done = [];
  for (let count = 1; count <= RUNS; count += 1) {
    const run = await withFiles({}, (scratch) =>
      soakRun({ bin, project, scratch, limitMs: LIMIT_MS }),
    );
    process.stdout.write(`run ${count}: ${(run.tookMs / 1000).toFixed(0)} s\n`);
    for (const property of propertiesOf(run, expected)) tell(property);
    done.push(run);
  }
  return done;
});
process.stdout.write('all runs\n');
tell(verdictsStable(runs));

function tell({ name, holds, figures }: Property): void {
  process.stdout.write(`  ${holds ? 'ok    ' : 'BROKEN'}  ${name}: ${figures}\n`);
  if (!holds) process.exitCode = 1;
}
