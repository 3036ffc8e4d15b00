import type { ScenarioRef } from '../model/run-result.ts';
import {
  ABSENT,
  placeOf,
  runEvents,
  SCENARIO_FILE,
  SUITE_FILE,
  scenarioEnd,
  scenarioRef,
  stepResult,
} from './sample-run.ts';

function ref(name: string): ScenarioRef {
  return scenarioRef({ id: `scenarios/ecnl/${name}.yaml`, name });
}

const EXITED = {
  exit: { code: 3, signal: null },
  stderr: 'Listening\nError: boom\n    at server.js:3\n',
};
const LOST = {
  code: 'connection_lost',
  doing: 'tools/call',
  detail: null,
  tail: EXITED,
} as const;
export const REQUEST = {
  upstream: 'events',
  method: 'GET',
  path: '/v1/events',
  query: { limit: '2' },
  headers: {},
  body: '',
  status: 200,
  route: { index: 0, own: false },
} as const;
const NO_STEP = { why: 'step_did_not_hold' } as const;

/** A run with one scenario of each sort. */
export const MIXED = runEvents([
  {
    ref: ref('find_events_basic'),
    steps: [stepResult()],
    end: scenarioEnd({ findings: [{ code: 'stdout_noise', line: 'Server \x1b[32mready' }] }),
  },
  {
    ref: scenarioRef({ description: 'A limit of two shows two events.' }),
    steps: [stepResult({ upstream: [REQUEST] })],
    end: scenarioEnd({ status: 'failed', assertions: [ABSENT] }),
  },
  {
    ref: ref('find_then_get'),
    steps: [
      stepResult(),
      stepResult({
        index: 1,
        tool: 'get_event',
        args: { id: 'evt-1' },
        status: 'errored',
        durationMs: 1500,
        text: '',
        textFrom: 'none',
        trouble: LOST,
      }),
      stepResult({ index: 2, status: 'not_run', durationMs: 0, text: '', textFrom: 'none' }),
    ],
    end: scenarioEnd({
      status: 'errored',
      durationMs: 1900,
      trouble: LOST,
      stderrTail: EXITED.stderr,
      exit: EXITED.exit,
      assertions: [{ ...ABSENT, status: 'not_evaluated', evidence: NO_STEP }],
    }),
  },
  {
    ref: ref('find_events_error'),
    steps: [
      stepResult({
        status: 'failed',
        text: 'no such event',
        textFrom: 'error',
        isError: true,
        error: { channel: 'tool', code: null, text: 'no such event' },
        assertions: [
          {
            check: { kind: 'error', expected: { want: 'none' } },
            own: false,
            place: placeOf(SCENARIO_FILE, 'tool: find_events'),
            status: 'failed',
            evidence: {
              why: 'unexpected_error',
              error: { channel: 'tool', code: null, text: 'no such event' },
            },
          },
        ],
      }),
    ],
    end: scenarioEnd({ status: 'failed', tmp: '/tmp/kept-1' }),
  },
  {
    ref: ref('find_events_stub'),
    steps: [stepResult()],
    end: scenarioEnd({
      status: 'failed',
      assertions: [
        {
          check: { kind: 'upstream_unmatched', upstream: 'events' },
          own: false,
          place: placeOf(SUITE_FILE, 'events'),
          status: 'failed',
          evidence: {
            why: 'unmatched',
            request: { ...REQUEST, path: '/v2', status: 501, route: null },
          },
        },
      ],
    }),
  },
  {
    ref: ref('find_events_live'),
    end: scenarioEnd({
      status: 'skipped',
      durationMs: 0,
      skipReason: { kind: 'author', text: 'needs a token' },
    }),
  },
]);
