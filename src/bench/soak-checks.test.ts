import { describe, expect, test } from 'vitest';
import {
  descriptorsFlat,
  type Expected,
  exitAsExpected,
  limits,
  memoryFlat,
  nobodyLeft,
  noFolderLeft,
  propertiesOf,
  type Sample,
  type SoakRun,
  verdictsAsExpected,
  verdictsStable,
} from './soak-checks.ts';

const calm: Sample = { descriptors: 20, memoryMib: 100, processes: 1, folders: 1 };
const SIZE = limits.samples;

/** Samples whose `key` is one value in each third. */
function thirds(key: keyof Sample, values: readonly [number, number, number]): readonly Sample[] {
  return values.flatMap((value) => Array<Sample>(SIZE / 3).fill({ ...calm, [key]: value }));
}

const expected: Expected = { code: 1, verdicts: { a: 'passed', b: 'failed x' } };
const good: SoakRun = {
  code: 1,
  signal: null,
  stderr: '',
  tookMs: 1000,
  verdicts: expected.verdicts,
  samples: Array<Sample>(SIZE).fill(calm),
  leftProcesses: 0,
  leftFolders: 0,
};

function brokenIn(change: Partial<SoakRun>): readonly string[] {
  const properties = propertiesOf({ ...good, ...change }, expected);
  return properties.filter(({ holds }) => !holds).map(({ name }) => name);
}

test('a good run holds in all', () => {
  expect(brokenIn({})).toEqual([]);
  expect(propertiesOf(good, expected)).toHaveLength(6);
});

describe('each broken run is told by the property that it breaks', () => {
  const cases: Record<string, { change: Partial<SoakRun>; broken: readonly string[] }> = {
    'a verdict that changed': {
      change: { verdicts: { a: 'passed', b: 'errored x' } },
      broken: ['verdicts'],
    },
    'a code that changed': {
      change: { verdicts: { a: 'passed', b: 'failed y' } },
      broken: ['verdicts'],
    },
    'a scenario that is missing': { change: { verdicts: { a: 'passed' } }, broken: ['verdicts'] },
    'a scenario too many': {
      change: { verdicts: { ...expected.verdicts, c: 'passed' } },
      broken: ['verdicts'],
    },
    'another exit code': { change: { code: 3 }, broken: ['exit'] },
    'an end by a signal': { change: { code: null, signal: 'SIGTERM' }, broken: ['exit'] },
    'a complaint on stderr': { change: { stderr: 'a warning' }, broken: ['exit'] },
    'open files that pile up': {
      change: { samples: thirds('descriptors', [20, 21, 20 + limits.descriptorRise + 1]) },
      broken: ['descriptors'],
    },
    'memory that piles up': {
      change: {
        samples: thirds('memoryMib', [100, 100, 111 + limits.memoryMarginMib]),
      },
      broken: ['memory'],
    },
    'a process that is left': { change: { leftProcesses: 1 }, broken: ['processes'] },
    'processes that pile up': {
      change: { samples: [...good.samples, { ...calm, processes: limits.processes + 1 }] },
      broken: ['processes'],
    },
    'processes that were never seen': {
      change: { samples: thirds('processes', [0, 0, 0]) },
      broken: ['processes'],
    },
    'a folder that is left': { change: { leftFolders: 1 }, broken: ['folders'] },
    'folders that were never seen': {
      change: { samples: thirds('folders', [0, 0, 0]) },
      broken: ['folders'],
    },
    'too few samples': {
      change: { samples: good.samples.slice(1) },
      broken: ['descriptors', 'memory'],
    },
  };

  test.each(Object.entries(cases))('%s', (_, { change, broken }) => {
    expect(brokenIn(change)).toEqual(broken);
  });
});

test('what stays within the limits holds', () => {
  const { descriptorRise, memoryMarginMib } = limits;
  expect(descriptorsFlat(thirds('descriptors', [20, 90, 20 + descriptorRise])).holds).toBe(true);
  expect(memoryFlat(thirds('memoryMib', [10, 100, 110 + memoryMarginMib])).holds).toBe(true);
  expect(
    nobodyLeft({ ...good, samples: thirds('processes', [0, limits.processes, 0]) }).holds,
  ).toBe(true);
  expect(noFolderLeft({ ...good, samples: thirds('folders', [0, 9, 0]) }).holds).toBe(true);
});

test('one high sample is no leak', () => {
  const peak: Sample = { ...calm, descriptors: 99, memoryMib: 999 };
  expect(brokenIn({ samples: [...good.samples, peak] })).toEqual([]);
});

test('nothing expected is nothing proved', () => {
  expect(verdictsAsExpected({}, {}).holds).toBe(false);
  expect(verdictsStable([good]).holds).toBe(false);
  const silent = { ...good, verdicts: {} };
  expect(verdictsStable([silent, silent]).holds).toBe(false);
});

test('runs are held against each other', () => {
  const other = { ...good, verdicts: { ...good.verdicts, a: 'failed x' } };
  expect(verdictsStable([good, good]).holds).toBe(true);
  expect(verdictsStable([good, other]).holds).toBe(false);
  expect(verdictsStable([good, good, other]).holds).toBe(false);
});

test('the figures name what is wrong, the first five', () => {
  const many = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`s${n}`, 'passed']));
  const { figures } = verdictsAsExpected({ ...many, s0: 'errored timeout' }, many);
  expect(figures).toBe('7 scenarios, 1 not as expected\n    s0 is errored timeout, not passed');
  expect(verdictsAsExpected({}, many).figures.split('\n')).toHaveLength(7);
  expect(exitAsExpected({ code: 3, signal: null, stderr: 'oh' }, 1).figures).toBe(
    'code 3, expected 1, stderr: "oh"',
  );
});
