import { expect, test } from 'vitest';
import type { ToolFinding } from '../model/contract.ts';
import { baselineText, type WrittenBaseline } from './baseline-text.ts';
import { ACTS_ON_TERMINAL } from './sample-run.ts';

const SERVER = { name: 'shop', version: '2', protocolVersion: '2025-11-25' };
const BASE = {
  ...{ path: 's/tools.json', server: SERVER as WrittenBaseline['server'], count: 2, isLive: false },
  ...{ drift: null, refused: [], written: { ok: true, value: undefined } },
} satisfies WrittenBaseline;

test('a new list, and one like that before', () => {
  expect(baselineText(BASE)).toBe('s/tools.json: 2 tools of shop 2\n');
  expect(baselineText({ ...BASE, isLive: true })).toBe(
    's/tools.json: 2 tools of the live server shop 2\n',
  );
  expect(baselineText({ ...BASE, drift: [] })).toBe(
    's/tools.json: 2 tools of shop 2\n  as it was\n',
  );
});

test('what has become of the one before', () => {
  const drift: readonly ToolFinding[] = [
    { tool: 'a', code: 'tool_added' },
    { tool: 'b', code: 'tool_changed', differences: [] },
    { tool: 'c\u001b[2J', code: 'tool_added' },
    { tool: 'd', code: 'tool_removed' },
  ];
  const text = baselineText({ ...BASE, drift });
  expect(text).not.toMatch(ACTS_ON_TERMINAL);
  expect(text.split('\n').slice(1, -1)).toEqual([
    expect.stringMatching(/^ {2}added: a, c.*2J$/),
    '  removed: d',
    '  changed: b',
  ]);
});
