import { describe, expect, it } from 'vitest';
import type { AssertionResult, AssertionStatus } from '../model/assertion.ts';
import type { Assertion, Check, ErrorExpectation } from '../model/check.ts';
import type { Outcome, Prompt, Reply, ReplyError, StepEvidence } from '../model/outcome.ts';
import { evaluateStep, NO_EVIDENCE } from './evaluate.ts';

const TEXT = 'the needle is here';
const DATA = { a: TEXT };
const RESULT: Reply = { kind: 'result', raw: {} };
const NO_ERROR: ErrorExpectation = { want: 'none' };
const AN_ERROR: ErrorExpectation = { want: 'error', channel: null, code: null, contains: [] };
const error = (channel: ReplyError['channel']): ReplyError => ({ channel, code: null, text: TEXT });

function outcome(parts: Partial<Outcome>): Outcome {
  const base = { reply: RESULT, error: null, text: TEXT, structured: null };
  return { ...base, textFrom: 'blocks', firstText: parts.text ?? TEXT, ...parts };
}
const toolError = outcome({ error: error('tool'), textFrom: 'error' });
const protocolError = outcome({
  reply: { kind: 'protocol_error', code: -32603, message: TEXT, data: null },
  error: error('protocol'),
  textFrom: 'error',
});
const none = { text: '', textFrom: 'none', firstText: null } as const;
const data = { text: JSON.stringify(DATA), structured: DATA };
const lost: Reply = { kind: 'lost', exit: null, detail: null };

/** What came, and what the step says about errors beside the check at hand. */
const SITUATIONS = {
  text: [outcome({}), NO_ERROR],
  structured: [outcome({ textFrom: 'structured', firstText: null, structured: DATA }), NO_ERROR],
  'text and data': [outcome(data), NO_ERROR],
  empty: [outcome({ text: '' }), NO_ERROR],
  blank: [outcome({ text: ' \n' }), NO_ERROR],
  unseen: [outcome({ text: '\u200b\u2060\ufeff\0' }), NO_ERROR],
  'bare data': [
    outcome({ text: '{}', textFrom: 'structured', firstText: null, structured: {} }),
    NO_ERROR,
  ],
  'no text': [outcome(none), NO_ERROR],
  'expected tool error': [toolError, AN_ERROR],
  'expected error with data': [outcome({ ...toolError, ...data, firstText: data.text }), AN_ERROR],
  'expected protocol error': [protocolError, AN_ERROR],
  'unexpected tool error': [toolError, NO_ERROR],
  'unexpected protocol error': [protocolError, NO_ERROR],
  'missing error': [outcome(data), AN_ERROR],
  timeout: [outcome({ reply: { kind: 'timeout', afterMs: 5 }, ...none }), NO_ERROR],
  'timeout, error expected': [
    outcome({ reply: { kind: 'timeout', afterMs: 5 }, ...none }),
    AN_ERROR,
  ],
  lost: [outcome({ reply: lost, ...none }), NO_ERROR],
  'lost, error expected': [outcome({ reply: lost, ...none }), AN_ERROR],
  interrupted: [outcome({ reply: { kind: 'interrupted' }, ...none }), AN_ERROR],
  // Content that a reply cannot have: the rules do not lean on there being none.
  'lost, with content': [outcome({ reply: lost, error: error('tool'), ...data }), AN_ERROR],
} as const satisfies Record<string, readonly [Outcome, ErrorExpectation]>;

type Situation = keyof typeof SITUATIONS;

/**
 * P passed, F failed, E errored, n not evaluated, u left to the judge. The columns are those below:
 * contains, not_contains, suite-wide not_contains, matches, judge; structured, json, schema,
 * json_schema, output_schema; upstream, state, elicitations, prompts, within_ms; error.
 */
const TABLE: Record<Situation, readonly string[]> = {
  text: /*                   */ ['PF FP FP PF u', 'FF FF FFF FFF FFPF', 'PFn PFn PF PFF PF', 'P'],
  structured: /*             */ ['PF FP FP PF u', 'PF FF PFE FFF PFPE', 'PFn PFn PF PFF PF', 'P'],
  'text and data': /*        */ ['PF FP FP PF u', 'PF PF PFE PFE PFPE', 'PFn PFn PF PFF PF', 'P'],
  empty: /*                  */ ['FF FF nn FF F', 'FF FF FFF FFF FFPF', 'PFn PFn PF PFF PF', 'P'],
  blank: /*                  */ ['FF FF nn FF F', 'FF FF FFF FFF FFPF', 'PFn PFn PF PFF PF', 'P'],
  unseen: /*                 */ ['FF FF nn FF F', 'FF FF FFF FFF FFPF', 'PFn PFn PF PFF PF', 'P'],
  'bare data': /*            */ ['FF FF nn FF F', 'FF FF FFE FFF FFPE', 'PFn PFn PF PFF PF', 'P'],
  'no text': /*              */ ['FF FF nn FF F', 'FF FF FFF FFF FFPF', 'PFn PFn PF PFF PF', 'P'],
  'expected tool error': /*  */ ['PF FP FP PF u', 'FF FF FFF FFF PPPP', 'PFn PFn PF PFF PF', 'P'],
  'expected error with data': ['PF FP FP PF u', 'PF PF PFE PFE PPPP', 'PFn PFn PF PFF PF', 'P'],
  'expected protocol error': ['PF FP FP PF u', 'FF FF FFF FFF PPPP', 'PFn PFn PF PFF PF', 'P'],
  'unexpected tool error': /**/ ['nn nn nn nn n', 'nn nn nnn nnn nnnn', 'PFn PFn PF PFF PF', 'F'],
  'unexpected protocol error': ['nn nn nn nn n', 'nn nn nnn nnn nnnn', 'PFn PFn PF PFF PF', 'F'],
  'missing error': /*        */ ['nn nn nn nn n', 'nn nn nnn nnn nnnn', 'PFn PFn PF PFF PF', 'F'],
  timeout: /*                */ ['nn nn nn nn n', 'nn nn nnn nnn nnnn', 'nnn nnn nn nnn nn', 'n'],
  'timeout, error expected': ['nn nn nn nn n', 'nn nn nnn nnn nnnn', 'nnn nnn nn nnn nn', 'n'],
  lost: /*                   */ ['nn nn nn nn n', 'nn nn nnn nnn nnnn', 'nnn nnn nn nnn nn', 'n'],
  'lost, error expected': /* */ ['nn nn nn nn n', 'nn nn nnn nnn nnnn', 'nnn nnn nn nnn nn', 'n'],
  interrupted: /*            */ ['nn nn nn nn n', 'nn nn nnn nnn nnnn', 'nnn nnn nn nnn nn', 'n'],
  'lost, with content': /*   */ ['nn nn nn nn n', 'nn nn nnn nnn nnnn', 'nnn nnn nn nnn nn', 'n'],
};

const LETTER: Record<AssertionStatus, string> = {
  passed: 'P',
  failed: 'F',
  errored: 'E',
  not_evaluated: 'n',
};
function letterOf({ status, evidence }: AssertionResult): string {
  return evidence?.why === 'ungraded' ? 'u' : LETTER[status];
}

const PROMPT: Prompt = {
  kind: 'elicitation',
  mode: 'form',
  message: 'Sure?',
  answer: 'accept',
  trouble: null,
};
const AROUND: StepEvidence = {
  ...NO_EVIDENCE,
  durationMs: 20,
  upstream: [
    {
      ...{ upstream: 'mail', method: 'GET', path: '/', query: {}, headers: {}, body: '' },
      ...{ status: 200, route: null },
    },
  ],
  prompts: [PROMPT],
  state: { before: { n: 1 }, after: { n: 1 } },
};
const REFUSED: Prompt = {
  ...PROMPT,
  answer: null,
  trouble: { kind: 'no_answer_left', scripted: 1 },
};

const FITS = { required: ['a'] };
const MISFITS = { required: ['z'] };
const UNUSABLE = { type: 'objekt' };

const requests = (count: number) => {
  const any = { method: null, path: null, query: {}, headers: {}, json: undefined };
  return { upstream: 'mail', expected: { ...any, count } };
};
const suiteWide = (expected: string) => ({ kind: 'not_contains', expected, own: false }) as const;

/** The first is in every column; of the others, data alone decides. */
type Elsewhere = 'error' | 'execution' | 'execution_claims';

/** A check, and what is otherwise around the call. */
type Column = Check & { readonly own?: false; readonly around?: Partial<StepEvidence> };

/** Of every kind those that should hold, and those that should not; `error` comes by itself. */
const COLUMNS: { readonly [K in Exclude<Check['kind'], Elsewhere>]: readonly Column[] } = {
  contains: [{ expected: 'needle' }, { expected: 'haystack' }].map(as('contains')),
  not_contains: [
    ...[{ expected: 'needle' }, { expected: 'haystack' }].map(as('not_contains')),
    ...['needle', 'haystack'].map(suiteWide),
  ],
  matches: [{ expected: 'ne+dle' }, { expected: '^needle' }].map(as('matches')),
  judge: [{ expected: 'It tells of a needle.' }].map(as('judge')),
  structured: [{ expected: DATA }, { expected: { a: 'x' } }].map(as('structured')),
  json: [{ expected: DATA }, { expected: { a: 'x' } }].map(as('json')),
  schema: [FITS, MISFITS, UNUSABLE].map((expected) => ({ kind: 'schema', expected })),
  json_schema: [FITS, MISFITS, UNUSABLE].map((expected) => ({ kind: 'json_schema', expected })),
  output_schema: [FITS, MISFITS, null, UNUSABLE].map((outputSchema) => ({
    kind: 'output_schema',
    around: { outputSchema },
  })),
  upstream: [requests(1), requests(0), { ...requests(0), around: { upstream: null } }].map(
    as('upstream'),
  ),
  state: [
    { kind: 'state', expected: { want: 'unchanged' } },
    { kind: 'state', expected: { want: 'changed' } },
    { kind: 'state', expected: { want: 'unchanged' }, around: { state: null } },
  ],
  elicitations: [{ expected: 1 }, { expected: 0 }].map(as('elicitations')),
  prompts: [{}, { around: { unusedAnswers: 1 } }, { around: { prompts: [REFUSED] } }].map(
    as('prompts'),
  ),
  within_ms: [{ expected: 20 }, { expected: 19 }].map(as('within_ms')),
};

function as<K extends Check['kind']>(kind: K) {
  return <T>(rest: T): T & { readonly kind: K } => ({ ...rest, kind });
}

describe('every check in every situation', () => {
  const place = { file: { path: 'a', absolute: '/a', text: '' }, span: { start: 0, end: 0 } };

  it.each(Object.keys(SITUATIONS) as Situation[])('%s', (situation) => {
    const [came, expected] = SITUATIONS[situation];
    const onError: Assertion = { kind: 'error', expected, own: false, place };
    const cells = Object.values(COLUMNS).flatMap((columns) =>
      columns.map(({ around, ...check }) => {
        const assertion: Assertion = { own: true, place, ...check };
        const [first] = evaluateStep([assertion, onError], came, { ...AROUND, ...around });
        return first && letterOf(first);
      }),
    );
    const [last] = evaluateStep([onError], came);
    const rows = TABLE[situation].map((row) => row.replaceAll(' ', ''));
    expect([...cells, last && letterOf(last)].join('')).toBe(rows.join(''));
  });
});
