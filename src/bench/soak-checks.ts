import { median } from './measure.ts';

/** By the id of a scenario: its status and, unless it passed, the code behind it. */
export type Verdicts = Readonly<Record<string, string>>;

/** What is seen of a run from outside at one moment. */
export interface Sample {
  /** Open files of the program itself. */
  readonly descriptors: number;
  /** Its resident memory. */
  readonly memoryMib: number;
  /** All that it has started and that still runs. */
  readonly processes: number;
  /** Its temporary folders. */
  readonly folders: number;
}

export interface SoakRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
  readonly tookMs: number;
  readonly verdicts: Verdicts;
  readonly samples: readonly Sample[];
  /** After the end. */
  readonly leftProcesses: number;
  readonly leftFolders: number;
}

export interface Expected {
  readonly code: number;
  readonly verdicts: Verdicts;
}

/** Something that has to hold of a run, with what was measured. */
export interface Property {
  readonly name: string;
  readonly holds: boolean;
  readonly figures: string;
}

export const limits = {
  /** What the middle of the counts may rise by, from the first third of a run to the last. */
  descriptorRise: 2,
  /** From the middle third to the last; not quite none, since the outputs are kept for the report. */
  memoryFactor: 1.1,
  memoryMarginMib: 4,
  /** A server and its child: the next server waits for the end of both. */
  processes: 2,
  /** Fewer samples show nothing. */
  samples: 30,
} as const;

const SHOWN = 5;

/** All that has to hold of one run. */
export function propertiesOf(run: SoakRun, expected: Expected): readonly Property[] {
  return [
    verdictsAsExpected(run.verdicts, expected.verdicts),
    exitAsExpected(run, expected.code),
    descriptorsFlat(run.samples),
    memoryFlat(run.samples),
    nobodyLeft(run),
    noFolderLeft(run),
  ];
}

export function verdictsAsExpected(verdicts: Verdicts, expected: Verdicts): Property {
  const count = Object.keys(expected).length;
  const wrong = differences(verdicts, expected);
  return {
    name: 'verdicts',
    holds: count > 0 && wrong.length === 0,
    figures: `${count} scenarios, ${wrong.length} not as expected${list(wrong)}`,
  };
}

/** Whether all runs came to the same, expected or not. */
export function verdictsStable(runs: readonly SoakRun[]): Property {
  const [first, ...others] = runs.map(({ verdicts }) => verdicts);
  const wrong = others.flatMap((verdicts) => differences(verdicts, first ?? {}));
  return {
    name: 'stable',
    holds: others.length > 0 && Object.keys(first ?? {}).length > 0 && wrong.length === 0,
    figures: `${runs.length} runs, ${wrong.length} verdicts changed${list(wrong)}`,
  };
}

export function exitAsExpected(
  { code, signal, stderr }: Pick<SoakRun, 'code' | 'signal' | 'stderr'>,
  expected: number,
): Property {
  const said = stderr === '' ? '' : `, stderr: ${JSON.stringify(stderr.slice(0, 500))}`;
  return {
    name: 'exit',
    holds: code === expected && stderr === '',
    figures: `code ${code}, expected ${expected}${signal === null ? '' : `, ${signal}`}${said}`,
  };
}

export function descriptorsFlat(samples: readonly Sample[]): Property {
  const counts = samples.map(({ descriptors }) => descriptors);
  if (counts.length < limits.samples) return tooFew('descriptors', counts);
  const [early, , late] = thirds(counts);
  return {
    name: 'descriptors',
    holds: late <= early + limits.descriptorRise,
    figures: `median ${early} in the first third, ${late} in the last (at most ${limits.descriptorRise} more); peak ${Math.max(...counts)}; ${counts.length} samples`,
  };
}

export function memoryFlat(samples: readonly Sample[]): Property {
  const sizes = samples.map(({ memoryMib }) => memoryMib);
  if (sizes.length < limits.samples) return tooFew('memory', sizes);
  const [, middle, late] = thirds(sizes);
  const limit = limits.memoryFactor * middle + limits.memoryMarginMib;
  const mib = (size: number): string => `${size.toFixed(0)} MiB`;
  return {
    name: 'memory',
    holds: late <= limit,
    figures: `median ${mib(middle)} in the middle third, ${mib(late)} in the last (at most ${mib(limit)}); peak ${mib(Math.max(...sizes))}`,
  };
}

/** Someone has to have been seen, or nobody was looked for. */
export function nobodyLeft({
  samples,
  leftProcesses,
}: Pick<SoakRun, 'samples' | 'leftProcesses'>): Property {
  const most = Math.max(0, ...samples.map(({ processes }) => processes));
  return {
    name: 'processes',
    holds: leftProcesses === 0 && most >= 1 && most <= limits.processes,
    figures: `${leftProcesses} left; at most ${most} at once (1 to ${limits.processes})`,
  };
}

export function noFolderLeft({
  samples,
  leftFolders,
}: Pick<SoakRun, 'samples' | 'leftFolders'>): Property {
  const most = Math.max(0, ...samples.map(({ folders }) => folders));
  return {
    name: 'folders',
    holds: leftFolders === 0 && most >= 1,
    figures: `${leftFolders} left; at most ${most} at once (1 or more)`,
  };
}

function differences(verdicts: Verdicts, expected: Verdicts): readonly string[] {
  const ids = new Set([...Object.keys(expected), ...Object.keys(verdicts)]);
  return [...ids].flatMap((id) => {
    const [is, due] = [verdicts[id] ?? 'absent', expected[id] ?? 'absent'];
    return is === due ? [] : [`${id} is ${is}, not ${due}`];
  });
}

function list(lines: readonly string[]): string {
  const shown = lines.slice(0, SHOWN).map((line) => `\n    ${line}`);
  return `${shown.join('')}${lines.length > SHOWN ? '\n    …' : ''}`;
}

function tooFew(name: string, values: readonly number[]): Property {
  return { name, holds: false, figures: `only ${values.length} samples of ${limits.samples}` };
}

/** The median of each third. */
function thirds(values: readonly number[]): readonly [number, number, number] {
  const [one, two] = [Math.floor(values.length / 3), Math.floor((2 * values.length) / 3)];
  return [median(values.slice(0, one)), median(values.slice(one, two)), median(values.slice(two))];
}
