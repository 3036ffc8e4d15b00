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
  return { id, kind: 'scenario', name: id, description: null, suite: '.', place };
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
    attempts: [],
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

/** A scenario that is run several times, with so many steps each, the first of them graded late. */
function repeatedEvents(id: string, lengths: readonly number[], nth: number): RunEvent[] {
  const runs = lengths.flatMap((length, turn): RunEvent[] => {
    const [, ...rest] = eventsOf(id, length, 'passed');
    const graded: RunEvent = {
      ...{ type: 'step_graded', id, step: { ...stepOf(0), text: `graded in ${turn}` } },
    };
    const end: RunEvent = {
      type: 'repeat_finished',
      end: { ...BLANK_END, id, status: 'passed' },
    };
    return [...rest.slice(0, -1), graded, end];
  });
  const repeat = { times: lengths.length, minPass: 1, shown: nth % lengths.length };
  const end: ScenarioEnd = { ...BLANK_END, id, status: 'passed', repeat };
  return [{ type: 'scenario_started', id }, ...runs, { type: 'scenario_finished', end }];
}

function started(ids: readonly string[]): RunEvent {
  const suites = [
    {
      path: '.',
      mode: 'hermetic',
      leftOut: 0,
      transport: null,
      label: null,
      metadata: null,
    } as const,
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

  test('keeps the steps of several runs of a scenario apart', () => {
    const runs = fc.array(fc.nat(3), { minLength: 1, maxLength: 4 });
    const picks = fc.infiniteStream(fc.nat(100));
    fc.assert(
      fc.property(runs, runs, fc.nat(3), picks, (ofA, ofB, nth, order) => {
        const queues = [repeatedEvents('a', ofA, nth), repeatedEvents('b', ofB, nth)];
        const events = [started(['a', 'b']), ...interleave(queues, order)];
        for (const [index, lengths] of [ofA, ofB].entries()) {
          const told = foldEvents(events).scenarios[index];
          expect(told?.repeats?.runs.map(({ steps }) => steps.length)).toEqual(lengths);
          const shown = told?.repeats?.runs[nth % lengths.length]?.steps;
          expect(told?.steps).toEqual(shown);
          // Graded in each run, and only there.
          expect(told?.repeats?.runs.map(({ steps }) => steps[0]?.text)).toEqual(
            lengths.map((length, turn) => (length === 0 ? undefined : `graded in ${turn}`)),
          );
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
