import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Kin } from './process-kin.ts';
import { killAllTrees, type ProcessTree, spawnTree } from './process-tree.ts';
import { expectGone, isRunning } from './test-rig.ts';

/** Starts a sleeper without the mark, in a session of its own, and tells its id. */
const hiding = (stdio: string) =>
  `const child = require('node:child_process').spawn('/bin/sleep', ['60'],
     { detached: true, stdio: '${stdio}', env: {} }); child.unref(); console.log(child.pid);`;

async function spawned(script: string): Promise<{ tree: ProcessTree; child: number }> {
  const spec = { command: process.execPath, args: ['-e', script], env: {}, cwd: '/' };
  const tree = await spawnTree(spec);
  if (!tree.ok) throw new Error(JSON.stringify(tree.error));
  const [chunk] = await once(tree.value.stdout, 'data');
  return { tree: tree.value, child: Number(String(chunk)) };
}

describe.runIf(process.platform === 'linux')('a descendant that hides', () => {
  it.each(['ignore', 'inherit'])('is ended with the tree (stdio: %s)', async (stdio) => {
    const { tree, child } = await spawned(`${hiding(stdio)} process.stdin.resume();`);
    expect(isRunning(child)).toBe(true);
    await tree.end();
    await expectGone(child);
  });

  it('is ended though the leader must be killed', async () => {
    const { tree, child } = await spawned(
      `process.on('SIGTERM', () => {}); ${hiding('ignore')} setTimeout(() => {}, 60_000);`,
    );
    await tree.end();
    await expectGone(child);
  });

  it('is killed at once with all trees', async () => {
    const { tree, child } = await spawned(`${hiding('ignore')} setTimeout(() => {}, 60_000);`);
    killAllTrees();
    await expectGone(child);
    await tree.end();
  });
});

describe.runIf(process.platform === 'linux')('Kin', () => {
  it('remembers a descendant whose parent has ended, and nobody else', async () => {
    const { tree, child } = await spawned(
      `${hiding('ignore')} process.stdin.resume().on('end', () => process.exit());`,
    );
    const kin = new Kin(tree.pid);
    expect(kin.look()).toEqual([child]);
    tree.stdin.end();
    await tree.exited;
    expect(kin.look()).toEqual([child]);
    expect(new Kin(tree.pid).look()).toEqual([]);
    process.kill(child, 'SIGKILL');
    await expectGone(child);
    expect(kin.look()).toEqual([]);
    await tree.end();
  });
});
