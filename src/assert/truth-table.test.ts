import { describe, expect, it } from 'vitest';
import type { Outcome, Reply, ReplyError } from '../model/outcome.ts';
import type { AssertionResult, AssertionStatus } from '../model/run-result.ts';
import type { Assertion, Check, ErrorExpectation } from '../model/suite.ts';
import { evaluateStep } from './evaluate.ts';

const TEXT = 'the needle is here';
const RESULT: Reply = { kind: 'result', raw: {} };
const NO_ERROR: ErrorExpectation = { want: 'none' };
const AN_ERROR: ErrorExpectation = { want: 'error', channel: null, code: null, contains: [] };
const error = (channel: ReplyError['channel']): ReplyError => ({ channel, code: null, text: TEXT });

function outcome(parts: Partial<Outcome>): Outcome {
  const base = { reply: RESULT, error: null, text: TEXT, structured: null, findings: [] };
  return { ...base, textFrom: 'blocks', ...parts };
}
const toolError = outcome({ error: error('tool'), textFrom: 'error' });
const protocolError = outcome({
  reply: { kind: 'protocol_error', code: -32603, message: TEXT, data: null },
  error: error('protocol'),
  textFrom: 'error',
});
const none = { text: '', textFrom: 'none' } as const;

/** What came, and what the step says about errors beside the check at hand. */
const SITUATIONS = {
  text: [outcome({}), NO_ERROR],
  structured: [outcome({ textFrom: 'structured', structured: { a: TEXT } }), NO_ERROR],
  empty: [outcome({ text: '' }), NO_ERROR],
  blank: [outcome({ text: ' \n' }), NO_ERROR],
  unseen: [outcome({ text: '\u200b\u2060\ufeff\0' }), NO_ERROR],
  'bare data': [outcome({ text: '{}', textFrom: 'structured', structured: {} }), NO_ERROR],
  'no text': [outcome(none), NO_ERROR],
  'expected tool error': [toolError, AN_ERROR],
  'expected protocol error': [protocolError, AN_ERROR],
  'unexpected tool error': [toolError, NO_ERROR],
  'unexpected protocol error': [protocolError, NO_ERROR],
  'missing error': [outcome({}), AN_ERROR],
  timeout: [outcome({ reply: { kind: 'timeout', afterMs: 5 }, ...none }), NO_ERROR],
  'timeout, error expected': [
    outcome({ reply: { kind: 'timeout', afterMs: 5 }, ...none }),
    AN_ERROR,
  ],
  lost: [outcome({ reply: { kind: 'lost', exit: null, detail: null }, ...none }), NO_ERROR],
  'lost, error expected': [
    outcome({ reply: { kind: 'lost', exit: null, detail: null }, ...none }),
    AN_ERROR,
  ],
  interrupted: [outcome({ reply: { kind: 'interrupted' }, ...none }), AN_ERROR],
  // A text that a reply cannot have: the rules do not lean on it being empty.
  'lost, with text': [
    outcome({ reply: { kind: 'lost', exit: null, detail: null }, error: error('tool') }),
    AN_ERROR,
  ],
} as const satisfies Record<string, readonly [Outcome, ErrorExpectation]>;

type Situation = keyof typeof SITUATIONS;

/** P passed, F failed, n not evaluated, u left to the judge; columns as below, then the error expectation itself. */
const TABLE: Record<Situation, string> = {
  //                            contains  not_contains  suite-wide  matches  judge  error
  //                            hit miss  hit miss      hit miss    hit miss
  text: /*                   */ 'P F F P F P P F u P',
  structured: /*             */ 'P F F P F P P F u P',
  empty: /*                  */ 'F F F F n n F F F P',
  blank: /*                  */ 'F F F F n n F F F P',
  unseen: /*                 */ 'F F F F n n F F F P',
  'bare data': /*            */ 'F F F F n n F F F P',
  'no text': /*              */ 'F F F F n n F F F P',
  'expected tool error': /*  */ 'P F F P F P P F u P',
  'expected protocol error': 'P F F P F P P F u P',
  'unexpected tool error': /**/ 'n n n n n n n n n F',
  'unexpected protocol error': 'n n n n n n n n n F',
  'missing error': /*        */ 'n n n n n n n n n F',
  timeout: /*                */ 'n n n n n n n n n n',
  'timeout, error expected': 'n n n n n n n n n n',
  lost: /*                   */ 'n n n n n n n n n n',
  'lost, error expected': /* */ 'n n n n n n n n n n',
  interrupted: /*            */ 'n n n n n n n n n n',
  'lost, with text': /*      */ 'n n n n n n n n n n',
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

const COLUMNS: readonly (Check & { own?: false })[] = [
  { kind: 'contains', expected: 'needle' },
  { kind: 'contains', expected: 'haystack' },
  { kind: 'not_contains', expected: 'needle' },
  { kind: 'not_contains', expected: 'haystack' },
  { kind: 'not_contains', expected: 'needle', own: false },
  { kind: 'not_contains', expected: 'haystack', own: false },
  { kind: 'matches', expected: 'ne+dle' },
  { kind: 'matches', expected: '^needle' },
  { kind: 'judge', expected: 'It tells of a needle.' },
];

describe('every check in every situation', () => {
  const place = { file: { path: 'a', absolute: '/a', text: '' }, span: { start: 0, end: 0 } };

  it.each(Object.keys(SITUATIONS) as Situation[])('%s', (situation) => {
    const [result, expected] = SITUATIONS[situation];
    const onError: Assertion = { kind: 'error', expected, own: false, place };
    const cells = COLUMNS.map((column) => {
      const [first] = evaluateStep([{ own: true, place, ...column }, onError], result);
      return first && letterOf(first);
    });
    const [last] = evaluateStep([onError], result);
    expect([...cells, last && letterOf(last)].join(' ')).toBe(TABLE[situation]);
  });
});
