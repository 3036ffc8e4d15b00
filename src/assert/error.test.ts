import { describe, expect, it } from 'vitest';
import type { ErrorExpectation } from '../model/check.ts';
import type { ReplyError } from '../model/outcome.ts';
import { judgeError } from './error.ts';

type Wanted = Extract<ErrorExpectation, { want: 'error' }>;

const TOOL: ReplyError = { channel: 'tool', code: 'NOT_FOUND', text: 'no event 17' };
const NUMBERED: ReplyError = { channel: 'tool', code: 404, text: '{"code":404}' };
const PROTOCOL: ReplyError = { channel: 'protocol', code: -32602, text: 'bad arguments' };

const want = (parts: Partial<Wanted>): Wanted => ({
  want: 'error',
  channel: null,
  code: null,
  contains: [],
  ...parts,
});
const why = (expected: ErrorExpectation, error: ReplyError | null) => {
  const { status, evidence } = judgeError(expected, error, 'all is well');
  return status === 'passed' ? status : evidence?.why;
};

describe('no error expected', () => {
  it('passes without one, and fails with one', () => {
    expect(why({ want: 'none' }, null)).toBe('passed');
    expect(judgeError({ want: 'none' }, TOOL, '')).toEqual({
      status: 'failed',
      evidence: { why: 'unexpected_error', error: TOOL },
    });
  });
});

describe('an error expected', () => {
  it('fails on a reply that is none, and shows what came', () => {
    expect(judgeError(want({}), null, 'all is well')).toMatchObject({
      status: 'failed',
      evidence: { why: 'error_expected', excerpt: { focus: 'all is well' } },
    });
  });

  it.each([
    [{}, TOOL, 'passed'],
    [{}, PROTOCOL, 'passed'],
    [{ channel: 'tool' }, TOOL, 'passed'],
    [{ channel: 'tool' }, PROTOCOL, 'wrong_channel'],
    [{ channel: 'protocol' }, PROTOCOL, 'passed'],
    [{ channel: 'protocol' }, TOOL, 'wrong_channel'],
    [{ code: -32602 }, PROTOCOL, 'passed'],
    [{ code: -32601 }, PROTOCOL, 'wrong_code'],
    [{ code: 'NOT_FOUND' }, TOOL, 'passed'],
    [{ code: 'not_found' }, TOOL, 'wrong_code'],
    [{ code: 'NOT_FOUND' }, { ...TOOL, code: null }, 'wrong_code'],
    [{ code: 'null' }, { ...TOOL, code: null }, 'wrong_code'],
    // A number is a JSON-RPC code unless the author names the channel.
    [{ code: 404 }, NUMBERED, 'wrong_channel'],
    [{ channel: 'tool', code: 404 }, NUMBERED, 'passed'],
    [{ code: '404' }, NUMBERED, 'passed'],
    [{ code: '-32602' }, PROTOCOL, 'wrong_code'],
    [{ code: 'stale' }, { ...PROTOCOL, dataCode: 'stale' }, 'passed'],
    [{ channel: 'protocol', code: '7' }, { ...PROTOCOL, dataCode: 7 }, 'passed'],
    [{ code: 'stale' }, { ...PROTOCOL, dataCode: 'Stale' }, 'wrong_code'],
    // A number is never what the data says.
    [{ code: 7 }, { ...PROTOCOL, dataCode: 7 }, 'wrong_code'],
    [{ code: -32602 }, { ...PROTOCOL, dataCode: 7 }, 'passed'],
    // Text and data may carry a code each.
    [{ code: 'gone' }, { ...TOOL, structuredCode: 'gone' }, 'passed'],
    [{ code: 'NOT_FOUND' }, { ...TOOL, structuredCode: 'gone' }, 'passed'],
    [{ code: 'Gone' }, { ...TOOL, structuredCode: 'gone' }, 'wrong_code'],
    [{ channel: 'tool', code: 7 }, { ...TOOL, structuredCode: 7 }, 'passed'],
    [{ channel: 'tool', code: 8 }, { ...TOOL, structuredCode: 7 }, 'wrong_code'],
    [{ contains: ['event', '17'] }, TOOL, 'passed'],
    [{ contains: ['event', '18', '19'] }, TOOL, 'error_text_absent'],
    [{ contains: ['Event'] }, TOOL, 'error_text_absent'],
    [{ contains: ['event', ''] }, TOOL, 'empty_needle'],
    [{ contains: [''] }, null, 'empty_needle'],
  ] as [Partial<Wanted>, ReplyError | null, string][])('%j of %j: %s', (parts, error, expected) => {
    expect(why(want(parts), error)).toBe(expected);
  });

  it('names the first text that is missing, and calls an empty one errored', () => {
    expect(judgeError(want({ contains: ['event', '18', '19'] }), TOOL, '').evidence).toEqual({
      why: 'error_text_absent',
      missing: '18',
      error: TOOL,
    });
    expect(judgeError(want({ contains: [''] }), TOOL, '').status).toBe('errored');
  });
});
