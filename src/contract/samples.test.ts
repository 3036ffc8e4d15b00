import { expect, test } from 'vitest';
import type { Sampling } from '../model/contract.ts';
import type { Place } from '../model/source.ts';
import { planSamples } from './samples.ts';
import { reader, tool } from './test-rig.ts';

const place: Place = { file: { path: '', absolute: '', text: '' }, span: { start: 0, end: 0 } };
const sample = (name: string): Sampling => ({ tool: name, args: { of: name }, own: true, place });
const tools = [reader('list'), reader('get'), tool('write', { annotations: {} })];

const unfit = [{ tool: 'get', because: '${tmp}', place }];
const plan = (samples: readonly Sampling[], all = tools) => planSamples(all, { samples, unfit });

/** What is called, and what is told. */
function planned(...samples: readonly string[]) {
  const { calls, findings } = plan(samples.map(sample));
  return { calls: calls.map((call) => call.tool), findings };
}

test('every tool that says it only reads is called, each with its sample', () => {
  expect(planned('get', 'list')).toEqual({ calls: ['get', 'list'], findings: [] });
  expect(plan([sample('list')]).calls).toEqual([sample('list')]);
});

test('one without a sample is told, and keeps nobody from being called', () => {
  expect(planned('list')).toEqual({
    calls: ['list'],
    findings: [{ tool: 'get', code: 'no_sample', unfit }],
  });
  expect(planned().findings).toHaveLength(2);
});

test('what does not say it only reads is never called', () => {
  expect(planned('list', 'get', 'write')).toEqual({
    calls: ['list', 'get'],
    findings: [{ tool: 'write', code: 'not_read_only' }],
  });
});

test('nor is what is not listed, whose nearest name is told', () => {
  expect(planned('list', 'get', 'gte', 'zzzzzzzz').findings).toEqual([
    { tool: 'gte', code: 'sample_unlisted', nearest: 'get' },
    { tool: 'zzzzzzzz', code: 'sample_unlisted', nearest: null },
  ]);
});

test('a step that serves as a sample claims nothing of a tool that writes or is not listed', () => {
  const steps = ['list', 'get', 'write', 'gte'].map((name) => ({ ...sample(name), own: false }));
  const { calls, findings } = plan(steps);
  expect(calls.map((call) => call.tool)).toEqual(['list', 'get']);
  expect(findings).toEqual([]);
});

test('no tools, no calls: a sample is then not listed', () => {
  expect(plan([], [])).toEqual({ calls: [], findings: [] });
  expect(plan([sample('list')], []).findings).toEqual([
    { tool: 'list', code: 'sample_unlisted', nearest: null },
  ]);
});
