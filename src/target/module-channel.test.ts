import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { NODE } from './process-spawn.ts';
import { spawnTree } from './process-tree.ts';

it('a tree with a channel is spoken to beside its standard streams', async () => {
  const script = `const { readFileSync, writeSync } = require('node:fs');
    console.log('printed');
    console.error('told');
    writeSync(4, readFileSync(3));
    console.log(readFileSync(0).length);`;
  const spec = { command: NODE, args: ['-e', script], env: {}, cwd: '/', channel: true } as const;
  const tree = await spawnTree(spec);
  if (!tree.ok) throw new Error(JSON.stringify(tree.error));
  tree.value.stdin.end('a message');
  const [said, printed] = await Promise.all([text(tree.value.stdout), text(tree.value.stderr)]);
  expect(said).toBe('a message');
  expect(printed.split('\n').sort()).toEqual(['', '0', 'printed', 'told']);
  await tree.value.end();
});
