import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expectGone } from '../target/test-rig.ts';
import { withFiles } from './drive.ts';
import { target } from './reported.ts';

/** What the faulty servers of one run wrote down. */
export interface Diary {
  /** For the CLI; a suite made by `diaryTarget` hands it on. */
  readonly env: { readonly DIARY: string; readonly TMPDIR: string };
  lines(): readonly string[];
  /** Resolves as soon as a server has written the line. */
  until(line: string): Promise<void>;
  /** Every process that the servers told of has ended, and there were at least so many. */
  expectNobodyLeft(atLeast: number): Promise<void>;
}

export function withDiary(work: (diary: Diary) => Promise<void>): Promise<void> {
  return withFiles({}, (folder) => work(openDiary(folder)));
}

/** As `target`, for a server that keeps the diary. */
export function diaryTarget(mode: string): string {
  return target(mode, { pass_env: ['DIARY'] });
}

function openDiary(folder: string): Diary {
  const file = join(folder, 'diary.txt');
  const lines = (): readonly string[] => read(file).split('\n').slice(0, -1);
  return {
    // A run that is cut short leaves its temporary folders behind.
    env: { DIARY: file, TMPDIR: folder },
    lines,
    until: (line) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!lines().includes(line)) return;
          watcher.close();
          resolve();
        };
        const watcher = watch(folder, look);
        look();
      }),
    expectNobodyLeft: async (atLeast) => {
      const pids = lines().flatMap((line) => /^(?:start|grandchild) (\d+)$/.exec(line)?.[1] ?? []);
      if (pids.length < atLeast) throw new Error(`only ${pids.length} processes: ${lines()}`);
      await Promise.all(pids.map((pid) => expectGone(Number(pid))));
    },
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
