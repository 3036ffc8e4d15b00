import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from './event.ts';
import { foldEvents } from './fold.ts';
import {
  BLANK_END,
  type ScenarioEnd,
  type ScenarioRef,
  type ScenarioStatus,
  type StepResult,
} from './run-result.ts';

const file = { path: 'a.yaml', absolute: '/a.yaml', text: '' };
const place = { file, span: { start: 0, end: 0 } };
const statuses: readonly ScenarioStatus[] = ['passed', 'failed', 'errored', 'skipped'];

function refOf(id: string): ScenarioRef {
  return { id, name: id, description: null, suite: '.', place };
}

function stepOf(index: number): StepResult {
  return {
    phase: 'sequence',
    index,
    tool: 't',
    args: {},
    place,
    status: 'passed',
    durationMs: 1,
    calls: 1,
    times: 1,
    unsaved: null,
    text: '',
    textFrom: 'none',
    structured: null,
    isError: false,
    error: null,
    upstream: [],
    prompts: [],
    state: null,
    execution: null,
    assertions: [],
    trouble: null,
  };
}

/** Scenarios with the steps and the end that each will tell. */
const runs = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1 }),
    steps: fc.nat(4),
    status: fc.constantFrom(...statuses),
  }),
  { selector: ({ id }) => id, maxLength: 6 },
);

function eventsOf(id: string, steps: number, status: ScenarioStatus): RunEvent[] {
  const end: ScenarioEnd = { ...BLANK_END, id, status };
  return [
    { type: 'scenario_started', id },
    ...Array.from({ length: steps }, (_, index) => ({
      type: 'step_finished' as const,
      id,
      step: stepOf(index),
    })),
    { type: 'scenario_finished', end },
  ];
}

function started(ids: readonly string[]): RunEvent {
  const suites = [
    { path: '.', mode: 'hermetic', leftOut: 0, transport: null, label: null } as const,
  ];
  const scenarios = ids.map(refOf);
  return { type: 'run_started', runId: 'r', startedAt: '', judge: null, suites, scenarios };
}

describe('folding events', () => {
  test('gives every scenario its own steps and end, in file order, whatever the timing', () => {
    const shuffled = fc.tuple(runs, fc.infiniteStream(fc.nat(100)));
    fc.assert(
      fc.property(shuffled, ([scenarios, picks]) => {
        const queues = scenarios.map(({ id, steps, status }) => eventsOf(id, steps, status));
        const events = [started(scenarios.map(({ id }) => id)), ...interleave(queues, picks)];
        const { scenarios: told } = foldEvents(events);
        expect(told.map(({ scenario }) => scenario.id)).toEqual(scenarios.map(({ id }) => id));
        expect(told.map(({ status }) => status)).toEqual(scenarios.map(({ status }) => status));
        for (const [index, { steps }] of told.entries()) {
          const expected = Array.from({ length: scenarios[index]?.steps ?? 0 }, (_, n) => n);
          expect(steps.map((step) => step.index)).toEqual(expected);
        }
      }),
    );
  });

  test('a run that was cut leaves what did not end as not run', () => {
    const events = [started(['a', 'b']), ...eventsOf('a', 1, 'passed')];
    expect(foldEvents(events).scenarios.map(({ status }) => status)).toEqual(['passed', 'not_run']);
  });
});

function interleave(queues: RunEvent[][], picks: Iterator<number>): RunEvent[] {
  const merged: RunEvent[] = [];
  for (let open = queues; open.length > 0; open = open.filter((queue) => queue.length > 0)) {
    const next = open[(picks.next().value ?? 0) % open.length]?.shift();
    if (next !== undefined) merged.push(next);
  }
  return merged;
}
