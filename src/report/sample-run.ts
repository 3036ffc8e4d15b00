import type { AssertionResult, Excerpt } from '../model/assertion.ts';
import type { RunEvent } from '../model/event.ts';
import type { ScenarioEnd, ScenarioRef, StepResult } from '../model/run-result.ts';
import type { Place, SourceFile } from '../model/source.ts';
/** Made-up runs for the tests of reporters. */

export function sourceFile(path: string, text: string): SourceFile {
  return { path, absolute: `/project/${path}`, text };
}

/** What no printed text may hold: all that acts on a terminal or reorders what it shows. */
export const ACTS_ON_TERMINAL = /(?!\n)[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** The first place where a part stands in a file. */
export function placeOf(file: SourceFile, part: string): Place {
  const start = file.text.indexOf(part);
  return { file, span: { start, end: start + part.length } };
}

export const SCENARIO_FILE = sourceFile(
  'scenarios/ecnl/find_events_limit.yaml',
  `name: find_events_limit
description: A limit of two shows two events and says that there are more.
tool_sequence:
  - tool: find_events
    args:
      limit: 2
expected_contains:
  - "Showing 2 of 5"
  - "Saguaro Showcase"
expected_not_contains:
  - "Lighthouse Classic"
`,
);

export const SUITE_FILE = sourceFile(
  'scenarios/ecnl/suite.yaml',
  `target:
  command: node
  args: [server.js]
upstreams:
  events:
    routes: []
expected_not_contains: ["undefined"]
`,
);

export function scenarioRef(change: Partial<ScenarioRef> = {}): ScenarioRef {
  return {
    id: SCENARIO_FILE.path,
    kind: 'scenario',
    name: 'find_events_limit',
    description: null,
    suite: 'scenarios/ecnl',
    place: placeOf(SCENARIO_FILE, 'find_events_limit'),
    ...change,
  };
}

export function stepResult(change: Partial<StepResult> = {}): StepResult {
  return {
    phase: 'sequence',
    index: 0,
    tool: 'find_events',
    args: { limit: 2 },
    place: placeOf(SCENARIO_FILE, 'tool: find_events'),
    status: 'passed',
    durationMs: 12,
    calls: change.status === 'not_run' ? 0 : 1,
    times: 1,
    unsaved: null,
    text: 'Showing 2 of 5\nHarbor Kickoff (North Atlantic)\nSaguaro showcase (Southwest)',
    textFrom: 'blocks',
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
    ...change,
  };
}

export function scenarioEnd(change: Partial<ScenarioEnd> = {}): ScenarioEnd {
  return {
    id: SCENARIO_FILE.path,
    status: 'passed',
    skipReason: null,
    trouble: null,
    durationMs: 380,
    output: '',
    findings: [],
    assertions: [],
    strayAttempts: [],
    stderrTail: '',
    exit: null,
    tmp: null,
    retried: [],
    ownProcess: false,
    caught: false,
    repeat: null,
    ...change,
  };
}

export function excerpt(change: Partial<Excerpt> = {}): Excerpt {
  return {
    before: '',
    focus: '',
    after: '',
    offset: 0,
    cutBefore: false,
    cutAfter: false,
    ...change,
  };
}

export const ABSENT: AssertionResult = {
  check: { kind: 'contains', expected: 'Saguaro Showcase' },
  own: true,
  place: placeOf(SCENARIO_FILE, '"Saguaro Showcase"'),
  status: 'failed',
  evidence: {
    why: 'absent',
    length: 72,
    nearest: {
      excerpt: excerpt({
        before: '(North Atlantic)\n',
        focus: 'Saguaro showcase',
        after: ' (Southwest)',
        offset: 46,
        cutBefore: true,
      }),
      differs: 'case',
    },
  },
};

interface SampleScenario {
  readonly ref: ScenarioRef;
  readonly steps?: readonly StepResult[];
  /** Null: the run was cut before it. */
  readonly end: ScenarioEnd | null;
  /** Of a scenario that is run several times: each of them, with its steps. */
  readonly runs?: readonly (readonly [ScenarioEnd, ...StepResult[]])[];
}

/** The events of a run of these scenarios, one after the other. */
export function runEvents(scenarios: readonly SampleScenario[]): RunEvent[] {
  const started: RunEvent = {
    type: 'run_started',
    runId: 'run-1',
    startedAt: '2026-01-02T03:04:05.000Z',
    judge: null,
    suites: [
      {
        path: 'scenarios/ecnl',
        mode: 'hermetic',
        leftOut: 0,
        transport: 'stdio',
        label: 'node server.js',
        metadata: null,
      },
    ],
    scenarios: scenarios.map(({ ref }) => ref),
  };
  const server = { name: 'ecnl-events', version: '1.0.0', protocolVersion: '2025-11-25' };
  const cut = scenarios.some(({ end }) => end === null) ? 'signal' : null;
  return [
    started,
    {
      type: 'server_connected',
      suite: 'scenarios/ecnl',
      listing: { server, tools: [], claimed: false, hasPolicy: false },
    },
    ...scenarios.flatMap(scenarioEvents),
    { type: 'run_finished', durationMs: 1234, cut },
  ];
}

function scenarioEvents({ ref, steps = [], end, runs = [] }: SampleScenario): RunEvent[] {
  if (end === null) return [];
  const { id } = ref;
  const finished = (step: StepResult): RunEvent => ({ type: 'step_finished', id, step });
  return [
    { type: 'scenario_started', id },
    ...runs.flatMap(([run, ...its]): RunEvent[] => [
      ...its.map(finished),
      { type: 'repeat_finished', end: { ...run, id } },
    ]),
    ...steps.map(finished),
    { type: 'scenario_finished', end: { ...end, id } },
  ];
}
