import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, withFiles } from './drive.ts';
import { ECHO, projectFiles, server } from './reported.ts';

test('--list and usage errors give a log of GitHub no commands', async () => {
  const named = { '::error::pwned.yaml': `name: "##[error]boo"\n${ECHO}` };
  await withFiles({ ...projectFiles({ scenarios: {} }), ...named }, async (cwd) => {
    const list = await runCli(['run', '.', '--list'], { cwd });
    expect([list.code, list.stdout]).toEqual([0, '\\x3a:error::pwned.yaml  ##\\x5berror]boo\n']);
    const usage = await runCli(['run', '--x\n::error::a\u001b[2J##[error]b'], { cwd });
    expect([usage.code, usage.stdout]).toEqual([2, '']);
    expect(usage.stderr).toContain("'--x\\n::error::a\\u001b[2J##\\x5berror]b'");
    expect(usage.stderr).not.toMatch(/^::/m);
    expect(usage.stderr).not.toContain('\u001b');
  });
});

test('the words of --command are no templates', async () => {
  const tells = `import { writeFileSync } from 'node:fs';
writeFileSync('argv.json', JSON.stringify(process.argv.slice(3)));\n`;
  const { command, args } = server('ok');
  const words = ['${HOME}', '${env.NOPE}', '$${x}', '$HOME'];
  const line = [command, '--import', './tells.mjs', ...args, ...words].join(' ');
  const { 'suite.yaml': _, ...files } = projectFiles({ scenarios: { a: ECHO } });
  await withFiles({ ...files, 'tells.mjs': tells }, async (cwd) => {
    const run = await runCli(['run', '.', '--command', line], { cwd });
    expect(run.code, run.stdout + run.stderr).toBe(0);
    expect(JSON.parse(await readFile(join(cwd, 'argv.json'), 'utf8'))).toEqual(words);
  });
});

test.each([['--version'], ['schema suite'], ['run . --list']])(
  '%s on a full device: exit 3 and one line',
  async (args) => {
    await withFiles(projectFiles({ scenarios: { a: ECHO } }), async (cwd) => {
      const run = await runCli(args.split(' '), { cwd, stdout: '/dev/full' });
      expect(run.code).toBe(3);
      expect(run.stderr).toMatch(/^.*not (be )?written: .*ENOSPC.*\n$/);
    });
  },
);
