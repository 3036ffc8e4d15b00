import { spawnSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileSink } from './file-sink.ts';

const NEVER = new AbortController().signal;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mcp-eval-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function opened(path: string) {
  const sink = fileSink(path, NEVER);
  if (!sink.ok) throw new Error(sink.error);
  return sink.value;
}

describe('a file', () => {
  test('is written whole, and again for another end', async () => {
    const path = join(folder(), 'new', 'deep', 'a.txt');
    const sink = opened(path);
    sink.write('one ');
    expect((await sink.finish('two')).ok).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('one two');
    expect(sink.replaceable).toBe(true);
    await sink.finish('three');
    expect(readFileSync(path, 'utf8')).toBe('one three');
  });

  test("touches no other file of the user's", async () => {
    const at = folder();
    writeFileSync(join(at, 'keep.json.part'), 'mine');
    writeFileSync(join(at, 'victim'), 'mine');
    symlinkSync('victim', join(at, 'k.json.part'));
    for (const name of ['keep.json', 'k.json']) await opened(join(at, name)).finish('report');
    expect(readdirSync(at).sort()).toEqual(
      ['k.json', 'k.json.part', 'keep.json', 'keep.json.part', 'victim'].sort(),
    );
    for (const name of ['keep.json.part', 'victim']) {
      expect(readFileSync(join(at, name), 'utf8')).toBe('mine');
    }
  });
});

describe('refused at once', () => {
  test('a pipe that nobody reads', () => {
    const pipe = join(folder(), 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    expect(fileSink(pipe, NEVER)).toEqual({ ok: false, error: 'it is a pipe that nobody reads' });
  });

  test('folders where the system makes none', () => {
    expect(fileSink('/proc/nowhere/deep/report.json', NEVER).ok).toBe(false);
  });
});
