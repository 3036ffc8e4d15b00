import { expect, test } from 'vitest';
import type { UpstreamRequest } from '../model/outcome.ts';
import { ok } from '../model/result.ts';
import type { StateProbe } from '../model/suite.ts';
import { bareSuite } from '../scenario/parse-suite.ts';
import { type Habit, StateWatch, type WatchContext } from './state-watch.ts';
import { NO_TRAFFIC, type Traffic } from './traffic.ts';

const place = { file: { path: '', absolute: '', text: '' }, span: { start: 0, end: 0 } };
const RESOURCE: StateProbe = { by: 'resource', uri: 'a://b', at: '', ignore: [], place };
const FOLDER: StateProbe = { by: 'dir', dir: '/', baseDir: '/', at: '', ignore: [], place };

const requests = (letters: string): Traffic => ({
  ...NO_TRAFFIC,
  upstream: [...letters].map(
    (path): UpstreamRequest => ({
      ...{ upstream: 'api', method: 'GET', path, query: {}, headers: {}, body: '', status: 200 },
      route: null,
    }),
  ),
});
const letters = ({ upstream }: Traffic) => upstream.map(({ path }) => path).join('');

/** Whose what came with both readings is; the probe is known to ask `habit` by itself. */
async function shared(probe: StateProbe, habit: Habit, readings: readonly string[]) {
  const windows = readings.map((each) => requests(each).upstream);
  const told = { own: '', earlier: '' };
  const context = {
    suite: { ...bareSuite('.'), scenarios: [] },
    lease: {
      upstreams: { take: () => windows.shift() ?? [] },
      tripwire: null,
      others: [],
      script: { late: () => [] },
      scope: {},
    },
    client: { connection: { readResource: async () => ok([{ uri: 'a', text: '1', blob: null }]) } },
    deps: { tmp: { read: async () => ok({}) } },
    signal: new AbortController().signal,
    habit,
    aside: (own: Traffic) => {
      told.own += letters(own);
    },
    earlier: (traffic: Traffic) => {
      told.earlier += letters(traffic);
    },
  } as unknown as WatchContext;
  const watch = new StateWatch(probe, context);
  await watch.before();
  await watch.after();
  const late = letters(watch.settle());
  return [told.own, told.earlier, late];
}

test.each<[string, string | null, readonly string[], readonly [string, string, string]]>([
  ['what it is known to ask comes with both', 'a', ['a', 'a'], ['aa', '', '']],
  ['so often', 'a', ['aa', 'aaa'], ['aa', 'a', 'aa']],
  ['nothing is known to be its own', '', ['a', 'a'], ['', 'a', 'a']],
  ['it did not ask this time', 'a', ['', 'a'], ['', '', 'a']],
  ['nor afterwards', 'a', ['a', ''], ['', 'a', '']],
  ['it came with both before the call', null, ['ab', 'ac', 'ad'], ['aaa', 'bc', 'd']],
  ['it came but once before the call', null, ['a', '', 'a'], ['', 'a', 'a']],
  ['it came with none before the call', null, ['', 'a'], ['', '', 'a']],
])('a resource, %s', async (_, habit, windows, whose) => {
  const known = { known: habit === null ? null : requests(habit) };
  expect(await shared(RESOURCE, known, windows)).toEqual(whose);
});

test('the first readings show what the next ones are held against', async () => {
  const habit: Habit = { known: null };
  await shared(RESOURCE, habit, ['a', 'a', 'a']);
  expect(await shared(RESOURCE, habit, ['ab', 'ab'])).toEqual(['aa', 'b', 'b']);
});

test('what is read past the server asks for nothing', async () => {
  expect(await shared(FOLDER, { known: null }, ['a', 'a'])).toEqual(['', 'a', 'a']);
});
