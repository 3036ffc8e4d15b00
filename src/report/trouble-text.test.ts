import { expect, test } from 'vitest';
import type { Launch, StartReason, Trouble } from '../model/trouble.ts';
import { messageOf } from './explained.ts';
import { placeOf, SCENARIO_FILE, SUITE_FILE } from './sample-run.ts';
import { troubleText } from './trouble-text.ts';

const LAUNCH: Launch = {
  kind: 'process',
  command: 'nodee',
  args: ['server.js', '--title', 'two words'],
  cwd: '/project/scenarios',
  place: placeOf(SUITE_FILE, 'node'),
};
const ALIVE = { exit: null, stderr: '' };
const EXITED = { exit: { code: 3, signal: null }, stderr: 'Error: boom\n' };
const KILLED = { exit: { code: null, signal: 'SIGSEGV' }, stderr: '' };
const NORMAL = { exit: { code: 0, signal: null }, stderr: '' };

const started = (
  reason: StartReason,
  tail = ALIVE as Extract<Trouble, { tail: unknown }>['tail'],
) => ({ code: 'start_failed', reason, launch: LAUNCH, tail }) as const;

const unfound = (name: string, nearest: string | null) => {
  const place = placeOf(SCENARIO_FILE, 'limit');
  return { name, detail: `nothing at /structuredContent/${name}`, nearest, place };
};

const SAMPLES: readonly Trouble[] = [
  {
    code: 'unknown_tool',
    tool: 'find_event',
    nearest: ['find_events', 'get_event'],
    listed: ['find_events', 'get_event'],
  },
  { code: 'unknown_tool', tool: 'x', nearest: [], listed: [] },
  { code: 'unknown_tool', tool: 'x', nearest: [], listed: ['y'], undeclared: true },
  {
    code: 'bad_arguments',
    tool: 'find_events',
    problems: [
      { path: '', message: 'unknown property "limt"', nearest: 'limit' },
      { path: '/from', message: 'must be string', came: 3, nearest: null },
      { path: '/to', message: 'must be string', came: ['x'.repeat(500)], nearest: null },
    ],
  },
  { code: 'bad_input_schema', tool: 'find_events', detail: '"$async" is not allowed' },
  { code: 'missing_value', expected: '${env.EMPTY}', place: placeOf(SCENARIO_FILE, 'limit') },
  { code: 'timeout', afterMs: 200, doing: 'tools/call', tail: ALIVE },
  { code: 'timeout', afterMs: 30_000, doing: 'tools/list', tail: EXITED },
  { code: 'connection_lost', doing: 'tools/call', detail: null, tail: EXITED },
  { code: 'connection_lost', doing: 'tools/call', unsent: true, detail: null, tail: EXITED },
  { code: 'connection_lost', doing: 'tools/call', detail: null, tail: KILLED },
  { code: 'connection_lost', doing: 'tools/call', detail: null, tail: NORMAL },
  { code: 'connection_lost', doing: 'tools/call', detail: 'message too large', tail: ALIVE },
  { code: 'list_failed', detail: 'the reply has no tools', tail: ALIVE },
  started({ kind: 'command_not_found' }),
  started({ kind: 'cwd_missing' }),
  started({ kind: 'not_executable' }),
  started({ kind: 'spawn_failed', detail: 'too many open files' }),
  started({ kind: 'exited' }, EXITED),
  started({ kind: 'exited' }, ALIVE),
  started({ kind: 'timeout', afterMs: 10_000 }),
  started({ kind: 'refused', detail: 'JSON-RPC error -32022' }),
  { code: 'timeout', afterMs: 30_000, doing: 'resources/read', tail: ALIVE },
  { code: 'connection_lost', doing: 'resources/read', detail: null, tail: EXITED },
  { code: 'probe_failed', detail: 'events://state has no text' },
  { code: 'probe_failed', detail: 'nothing at /evnts', nearest: '/events' },
  {
    code: 'probe_failed',
    detail: '',
    missing: { tool: 'stat', nearest: ['state'], listed: ['state', 'find_events'] },
  },
  { code: 'tool_is_listed', tool: 'find_events' },
  { code: 'arguments_fit', tool: 'find_events' },
  { code: 'poll_not_read_only', tool: 'find_events' },
  {
    code: 'not_saved',
    unfound: [unfound('planId', '/structuredContent/plan'), unfound('id', null)],
  },
  { code: 'not_saved', unfound: [unfound('planId', null)] },
  { code: 'unsaved_value', name: 'planId' },
  { code: 'twin_survived', twin: 'capitals', status: 'passed' },
  { code: 'twin_survived', twin: 'capitals', status: 'skipped' },
  {
    ...{ code: 'twin_survived', twin: 'capitals', status: 'passed' },
    rules: { held: ['contract.hints'], failed: [], place: placeOf(SUITE_FILE, 'node') },
  },
  {
    ...{ code: 'twin_survived', twin: 'capitals', status: 'passed' },
    rules: {
      held: ['contract.hints', 'contract.coverage'],
      failed: ['contract.execution', 'contract.list'],
      place: placeOf(SUITE_FILE, 'node'),
    },
  },
  {
    ...{ code: 'twin_survived', twin: 'capitals', status: 'skipped' },
    rules: { held: [], failed: [], place: placeOf(SUITE_FILE, 'node') },
  },
  { code: 'runs_skipped', skipped: 2, times: 3 },
  { code: 'twin_unproven', twin: 'capitals', status: 'failed' },
  { code: 'files_failed', detail: 'EACCES: permission denied' },
  { code: 'upstream_failed', upstream: 'events', detail: 'no free port' },
  { code: 'tripwire_failed', detail: 'no free port' },
  { code: 'destructive_tool', tool: 'reset_tenant' },
  { code: 'interrupted' },
  { code: 'internal', stack: 'TypeError: x is not a function\n    at run.ts:1:2' },
];

test('wording of every trouble', async () => {
  const text = SAMPLES.map((trouble) => {
    const message = messageOf(troubleText(trouble, 'find_events'));
    return `${trouble.code}\n${message.replace(/^/gm, '  ')}\n`;
  });
  expect(text.join('\n')).not.toContain('undefined');
  await expect(text.join('\n')).toMatchFileSnapshot('golden/trouble.txt');
});

test('without a step the call has no tool', () => {
  const trouble = { code: 'timeout', afterMs: 5, doing: 'tools/call', tail: ALIVE } as const;
  expect(troubleText(trouble, null).title).toBe('no answer to tools/call after 5 ms');
});

test('many problems are cut', () => {
  const problems = Array.from({ length: 500 }, () => ({ path: '/a', message: 'm', nearest: null }));
  const { facts, hints } = troubleText({ code: 'bad_arguments', tool: 't', problems }, null);
  expect(facts).toHaveLength(10);
  expect(hints).toEqual(['and 490 more problems']);
});

test('a call that was not answered in time tells for how long no data came', () => {
  const late = { code: 'timeout', afterMs: 30_000, doing: 'tools/call', tail: ALIVE } as const;
  const { facts } = troubleText({ ...late, silentMs: 29_812 }, 'find_events');
  expect(facts).toEqual([{ kind: 'plain', label: 'silence', text: 'no data came for 29.8 s' }]);
});
