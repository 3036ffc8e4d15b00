import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTmpFolders } from './tmp-folders.ts';

async function created(folders: ReturnType<typeof createTmpFolders>): Promise<string> {
  const folder = await folders.create();
  if (!folder.ok) throw new Error(folder.error);
  onTestFinished(() => rm(folder.value, { recursive: true, force: true }));
  return folder.value;
}

test('all that are left go at once, and links in them are not followed', async () => {
  const folders = createTmpFolders();
  const [one, two, other] = [
    await created(folders),
    await created(folders),
    await created(createTmpFolders()),
  ];
  await writeFile(join(one, 'a.txt'), 'a');
  await symlink(other, join(two, 'link'));
  await folders.remove(one);
  expect([existsSync(one), existsSync(two)]).toEqual([false, true]);
  folders.removeAllSync();
  expect([existsSync(two), existsSync(other)]).toEqual([false, true]);
  expect(folders.leftBehind()).toEqual([]);
});

// Who is root may do everything.
test.skipIf(process.getuid?.() === 0)('one that nobody may write to goes too', async () => {
  const folders = createTmpFolders();
  const folder = await created(folders);
  await mkdir(join(folder, 'locked'));
  await writeFile(join(folder, 'locked', 'a.txt'), 'a');
  await chmod(join(folder, 'locked'), 0o500);
  await folders.remove(folder);
  expect(existsSync(folder)).toBe(false);
});

test('one that stays is named with the reason', async () => {
  const folders = createTmpFolders();
  await folders.remove('/dev/null/nowhere');
  expect(folders.leftBehind()).toEqual([expect.stringContaining('/dev/null/nowhere (ENOTDIR')]);
});
