import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProcessSpec } from './process-spawn.ts';
import { endAllTrees, killAllTrees, type ProcessTree, spawnTree } from './process-tree.ts';
import { expectGone, isRunning } from './test-rig.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcp-eval-tree-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FOREVER = 'setTimeout(() => {}, 60_000);';
/** Starts a child that holds the pipes, and tells its id. */
const GRANDCHILD = (options: string) =>
  `const child = require('node:child_process').spawn(process.execPath, ['-e', '${FOREVER}'],
     { stdio: 'inherit', ${options} }); child.unref(); console.log(child.pid);`;

function node(script: string, changes: Partial<ProcessSpec> = {}): ProcessSpec {
  return { command: process.execPath, args: ['-e', script], env: {}, cwd: folder, ...changes };
}

async function spawned(script: string, changes: Partial<ProcessSpec> = {}): Promise<ProcessTree> {
  const tree = await spawnTree(node(script, changes));
  if (!tree.ok) throw new Error(JSON.stringify(tree.error));
  return tree.value;
}

async function firstWords(tree: ProcessTree): Promise<string> {
  const [chunk] = await once(tree.stdout, 'data');
  return String(chunk);
}

async function msOf(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

describe('the end of a tree', () => {
  it('costs a server that heeds the end of its input no fixed wait', async () => {
    const tree = await spawned('process.stdin.resume(); console.log("up")');
    await firstWords(tree);
    await tree.end();
    expect(tree.signalled).toBe(false);
    expect(await tree.exited).toEqual({ code: 0, signal: null });
    await expectGone(tree.pid);
  });

  it('lets a server flush upon SIGTERM', async () => {
    const flush = `process.on('SIGTERM', () => setTimeout(() => process.exit(7), 100));`;
    const tree = await spawned(`${flush} ${FOREVER} console.log("up")`);
    await firstWords(tree);
    await tree.end();
    expect(await tree.exited).toEqual({ code: 7, signal: null });
  });

  it('kills one that heeds nothing, within bounds', async () => {
    const tree = await spawned(`process.on('SIGTERM', () => {}); ${FOREVER} console.log("up")`);
    await firstWords(tree);
    expect(await msOf(tree.end())).toBeLessThan(3000);
    expect(await tree.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it.each([
    ['in the group', ''],
    ['in a session of its own', 'detached: true'],
  ])('leaves no grandchild %s that holds the pipes', async (_where, options) => {
    const tree = await spawned(`${GRANDCHILD(options)} process.stdin.resume();`);
    const grandchild = Number(await firstWords(tree));
    expect(isRunning(grandchild)).toBe(true);
    expect(await msOf(tree.end())).toBeLessThan(2000);
    await expectGone(grandchild);
  });

  it.each(['', 'detached: true'])(
    'finds it after the leader has ended by itself (%s)',
    async (options) => {
      const tree = await spawned(GRANDCHILD(options));
      const grandchild = Number(await firstWords(tree));
      await tree.exited;
      expect(isRunning(grandchild)).toBe(true);
      await tree.end();
      await expectGone(grandchild);
    },
  );

  it('is the same for a second caller', async () => {
    const tree = await spawned('process.stdin.resume()');
    expect(tree.end()).toBe(tree.end());
    await tree.end();
  });
});

describe('all trees', () => {
  it('are ended together', async () => {
    const trees = await Promise.all([spawned(FOREVER), spawned(FOREVER)]);
    await endAllTrees();
    for (const tree of trees) expect(isRunning(tree.pid)).toBe(false);
  });

  it('are killed at once, descendants included', async () => {
    const tree = await spawned(`${GRANDCHILD('detached: true')} ${FOREVER}`);
    const grandchild = Number(await firstWords(tree));
    killAllTrees();
    expect(await tree.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await expectGone(grandchild);
    await tree.end();
  });

  it('do not include those that were ended', async () => {
    const tree = await spawned('process.stdin.resume()');
    await tree.end();
    expect(() => killAllTrees()).not.toThrow();
    await endAllTrees();
  });
});

describe('a start', () => {
  const file = (name: string, text: string, mode: number) => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), mode);
  };

  it.each<[string, Partial<ProcessSpec>, string]>([
    ['a missing command', { command: 'no-such-command-here' }, 'command_not_found'],
    ['a missing file', { command: './no-such-file' }, 'command_not_found'],
    ['a missing folder', { cwd: join(folder, 'nowhere') }, 'cwd_missing'],
    ['a folder that is a file', { cwd: process.execPath }, 'spawn_failed'],
    ['a folder in a file', { cwd: join(process.execPath, 'a') }, 'cwd_missing'],
    ['a command that is a folder', { command: './' }, 'spawn_failed'],
    ['the folder itself', { command: '.' }, 'spawn_failed'],
    ['a file without the exec bit', { command: './plain.sh' }, 'not_executable'],
    ['a missing interpreter', { command: './lost.sh' }, 'spawn_failed'],
    ['a NUL in an argument', { args: ['a\0b'] }, 'spawn_failed'],
  ])('tells %s', async (_what, changes, kind) => {
    file('plain.sh', '#!/bin/sh\n', 0o644);
    file('lost.sh', '#!/no/such/interpreter\n', 0o755);
    const tree = await spawnTree(node('', changes));
    expect(tree).toMatchObject({ ok: false, error: { kind } });
  });

  it('finds a file relative to the folder of the process', async () => {
    file('fine.sh', '#!/bin/sh\necho fine\n', 0o755);
    const tree = await spawned('', { command: './fine.sh' });
    expect(await firstWords(tree)).toBe('fine\n');
    await tree.end();
  });

  it('gives the process its environment, the mark, and nothing else', async () => {
    const tree = await spawned('console.log(JSON.stringify(process.env))', { env: { ONE: '1' } });
    const { MCP_EVAL_PROCESS, ...rest } = JSON.parse(await firstWords(tree));
    expect(MCP_EVAL_PROCESS).toMatch(/^[\w/-]{36,}$/);
    expect(rest).toEqual({ ONE: '1' });
    await tree.end();
  });
});
