import { expect } from 'vitest';
import type { RunEvent } from '../model/event.ts';
import { foldEvents } from '../model/fold.ts';
import type { JsonValue } from '../model/json.ts';
import { compileOwn } from '../validator/own.ts';
import { createJson } from './json.ts';
import { NO_MASK } from './redact.ts';
import schema from './report.schema.json' with { type: 'json' };
import { scenarioEnd, scenarioRef, stepResult } from './sample-run.ts';

const validate = compileOwn(schema);

export function text(events: readonly RunEvent[], exitCode = 0): string {
  const reporter = createJson({
    version: '1.2.3',
    colour: false,
    terminalWidth: null,
    mask: NO_MASK,
    verbosity: 'normal',
  });
  expect(events.map((event) => reporter.event(event)).join('')).toBe('');
  return reporter.end({ result: foldEvents(events), exitCode });
}

/** A report that its schema accepts. */
export function report(events: readonly RunEvent[], exitCode = 0) {
  const value: unknown = JSON.parse(text(events, exitCode));
  expect(validate(value as JsonValue)).toEqual([]);
  return value as typeof EXPECTED_SHAPE;
}

const EXPECTED_SHAPE = {
  selection_hash: '',
  summary: {} as Record<string, number>,
  suites: [] as Record<string, unknown>[],
  scenarios: [] as (Record<string, unknown> & {
    steps: Record<string, unknown>[];
    assertions: Record<string, unknown>[];
  })[],
};

export const ONE = { ref: scenarioRef(), steps: [stepResult()], end: scenarioEnd() };
