import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findMarked, MARK_VARIABLE, nestedMark, signalAll } from '../target/process-sweep.ts';
import type { Sample, SoakRun, Verdicts } from './soak-checks.ts';

const SAMPLE_MS = 50;
const KIB = 1024;

export interface SoakOptions {
  /** The program's own bin/mcp-eval.js. */
  readonly bin: string;
  readonly project: string;
  /** For the report and the temporary folders; of this run alone. */
  readonly scratch: string;
  /** By then it is ended as hung. */
  readonly limitMs: number;
}

/** One run of the built program over the project, watched from outside (Linux). */
export async function soakRun(options: SoakOptions): Promise<SoakRun> {
  const report = join(options.scratch, 'report.json');
  const tmp = join(options.scratch, 'tmp');
  mkdirSync(tmp);
  // All that the run starts, and it itself, bears this mark.
  const mark = randomUUID();
  const started = performance.now();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    process.execPath,
    [options.bin, 'run', options.project, '--reporter', `json=${report}`],
    {
      cwd: options.project,
      env: { PATH, HOME, TMPDIR: tmp, [MARK_VARIABLE]: nestedMark(mark) },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: options.limitMs,
    },
  );
  const ended = new Promise<Pick<SoakRun, 'code' | 'signal'>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const samples: Sample[] = [];
  const sampler = setInterval(() => {
    const sample = takeSample(child.pid ?? Number.NaN, mark, tmp);
    if (sample !== null) samples.push(sample);
  }, SAMPLE_MS);
  const [end, stderr] = await Promise.all([ended, text(child.stderr)]).finally(() =>
    clearInterval(sampler),
  );
  const leftProcesses = findMarked([mark]);
  signalAll(leftProcesses, 'SIGKILL');
  return {
    ...end,
    stderr,
    tookMs: performance.now() - started,
    verdicts: verdictsOf(report),
    samples,
    leftProcesses: leftProcesses.length,
    leftFolders: readdirSync(tmp).length,
  };
}

/** Null while it is not there yet, or not any more. */
function takeSample(pid: number, mark: string, tmp: string): Sample | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const rss = /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1];
    if (rss === undefined) return null;
    return {
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      memoryMib: Number(rss) / KIB,
      processes: findMarked([mark]).filter((found) => found !== pid).length,
      folders: readdirSync(tmp).length,
    };
  } catch {
    return null;
  }
}

interface Reported {
  readonly scenarios: readonly {
    readonly id: string;
    readonly status: string;
    readonly code?: string;
  }[];
}

/** None without a report, which is then what every scenario misses. */
function verdictsOf(report: string): Verdicts {
  try {
    const { scenarios } = JSON.parse(readFileSync(report, 'utf8')) as Reported;
    return Object.fromEntries(
      scenarios.map(({ id, status, code }) => [
        id,
        code === undefined ? status : `${status} ${code}`,
      ]),
    );
  } catch {
    return {};
  }
}
