import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillFolder, readFolder } from './folders.ts';

async function folder(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'mcp-eval-test-')));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('texts are written by their paths, and read back', async () => {
  const path = await folder();
  expect(await readFolder(path)).toEqual({ ok: true, value: {} });
  const texts = { 'b.txt': 'b\n', 'a/deep/er.txt': 'ä', 'empty.txt': '' };
  expect(await fillFolder(path, { kind: 'texts', texts })).toMatchObject({ ok: true });
  const read = await readFolder(path);
  expect(read).toEqual({ ok: true, value: texts });
  // Equal folders are equal as texts too.
  expect(read.ok && Object.keys(read.value)).toEqual(Object.keys(texts).sort());
});

test('a folder is copied, and what comes later into it stays out of the original', async () => {
  const [from, to] = [await folder(), await folder()];
  await mkdir(join(from, 'sub'));
  await writeFile(join(from, 'sub', 'a.txt'), 'a');
  await symlink('sub/a.txt', join(from, 'link'));
  expect(await fillFolder(to, { kind: 'folder', absolute: from })).toMatchObject({ ok: true });
  await writeFile(join(to, 'link'), 'b');
  const link = 'link:sub/a.txt';
  expect(await readFolder(from)).toEqual({ ok: true, value: { link, 'sub/a.txt': 'a' } });
  expect(await readFolder(to)).toEqual({ ok: true, value: { link, 'sub/a.txt': 'b' } });
});

test.each(['../a.txt', '..', '.', '', '/a.txt', 'a/../../b.txt'])(
  'nothing is written outside: %j',
  async (name) => {
    const path = await folder();
    const inner = join(path, 'inner');
    await mkdir(inner);
    const filled = await fillFolder(inner, { kind: 'texts', texts: { [name]: 'x' } });
    expect(filled).toEqual({ ok: false, error: `${name} would lie outside of the folder` });
    expect(await readFolder(path)).toEqual({ ok: true, value: { 'inner/': '' } });
  },
);

test('bytes that are no text, empty folders and links are seen, and links not followed', async () => {
  const [path, other] = [await folder(), await folder()];
  await writeFile(join(other, 'secret.txt'), 'far away');
  await writeFile(join(path, 'bytes'), Uint8Array.from([0, 255, 1]));
  await mkdir(join(path, 'full', 'empty'), { recursive: true });
  await symlink(other, join(path, 'link'));
  await symlink('nowhere', join(path, 'full', 'dangling'));
  expect(await readFolder(path)).toEqual({
    ok: true,
    value: {
      bytes: 'base64:AP8B',
      'full/dangling': 'link:nowhere',
      'full/empty/': '',
      link: `link:${other}`,
    },
  });
});

test('a folder that is not there, or too large, is trouble', async () => {
  const path = await folder();
  const none = join(path, 'none');
  expect(await readFolder(none)).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^ENOENT/),
  });
  expect(await fillFolder(path, { kind: 'folder', absolute: none })).toMatchObject({
    ok: false,
    error: expect.stringContaining('ENOENT'),
  });
  await writeFile(join(path, 'large'), Buffer.alloc(16 * 1024 * 1024 + 1));
  expect(await readFolder(path)).toMatchObject({
    ok: false,
    error: expect.stringMatching(/holds more than 16777216 bytes$/),
  });
});
