import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createTmpFolders } from '../cli/tmp-folders.ts';
import { err } from '../model/result.ts';
import type { Suite } from '../model/suite.ts';
import type { SuiteTarget } from '../model/target.ts';
import { bareSuite } from '../scenario/parse-suite.ts';
import { reach } from '../target/test-rig.ts';
import { openUpstreams } from '../upstream/open.ts';
import { openTripwire } from '../upstream/tripwire.ts';
import type { RunContext, RunDeps } from './deps.ts';
import { closeGround, openGround } from './ground.ts';

const place = { file: { path: '', absolute: '', text: '' }, span: { start: 0, end: 0 } };
const target: SuiteTarget = {
  place: null,
  value: {
    ...{ transport: 'stdio', command: 'a', args: [], cwd: '.', baseDir: '/' },
    ...{ env: {}, passEnv: [] },
  },
};
const watched: Suite = {
  ...bareSuite('.'),
  target,
  network: 'tripwire',
  upstreams: [
    { name: 'api', routes: [], kind: 'api', provider: 'events', unmatched: 'fail', place },
  ],
  scenarios: [],
};

/** With the addresses of all listeners that it opens. */
function contextWith(changes: Partial<RunDeps> = {}) {
  const urls: string[] = [];
  const deps: RunDeps = {
    reach,
    judge: () => {
      throw new Error('nothing is graded here');
    },
    openUpstreams: async (names) => {
      const opened = await openUpstreams(names);
      if (opened.ok) urls.push(...Object.values(opened.value.urls));
      return opened;
    },
    openTripwire: async () => {
      const opened = await openTripwire();
      if (opened.ok) urls.push(opened.value.url);
      return opened;
    },
    tmp: createTmpFolders(),
    now: () => 0,
    uuid: () => 'u',
    ...changes,
  };
  const context: RunContext = {
    plan: {
      ...{ runId: 'r', startedAt: new Date(0), env: {}, suites: [], judge: { state: 'off' } },
      ...{ keepTmp: false, maxDurationMs: null },
    },
    deps,
    emit: () => undefined,
    signal: new AbortController().signal,
  };
  return { context, urls };
}

async function listens(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  return once(socket, 'connect').then(
    () => {
      socket.destroy();
      return true;
    },
    () => false,
  );
}

const listening = (urls: readonly string[]) => Promise.all(urls.map(listens));

test('a tripwire is opened beside the stubs, and closed with them', async () => {
  const { context, urls } = contextWith();
  const ground = await openGround(watched, target, context);
  if (!ground.ok) throw new Error(ground.error.code);
  expect(await listening(urls)).toEqual([true, true]);
  expect(ground.value.tripwire?.url).toBe(urls[1]);
  await closeGround(ground.value, context);
  expect(await listening(urls)).toEqual([false, false]);
});

test.each<[string, Partial<Suite>]>([
  ['an open network', { network: 'open' }],
  ['a live run', { mode: 'live' }],
])('there is none for %s', async (_, changes) => {
  const { context, urls } = contextWith();
  const ground = await openGround({ ...watched, ...changes }, target, context);
  if (!ground.ok) throw new Error(ground.error.code);
  expect(ground.value.tripwire).toBeNull();
  await closeGround(ground.value, context);
  expect(urls).toHaveLength(1);
});

test('nobody listens any more when one part is missing', async () => {
  const refusing: Partial<RunDeps> = {
    openTripwire: async () => err({ code: 'tripwire_failed', detail: 'no port' }),
  };
  const tmp = { ...createTmpFolders(), create: async () => err('no room') };
  for (const [changes, code, count] of [
    [refusing, 'tripwire_failed', 1],
    [{ tmp }, 'tmp_failed', 2],
  ] as const) {
    const { context, urls } = contextWith(changes);
    expect(await openGround(watched, target, context)).toMatchObject(err({ code }));
    expect(await listening(urls)).toEqual(Array(count).fill(false));
  }
});
