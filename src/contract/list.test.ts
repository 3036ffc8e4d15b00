import { expect, test } from 'vitest';
import type { RuleName, ToolFinding } from '../model/contract.ts';
import type { ListedTool } from '../model/outcome.ts';
import { checkList, listFlaws, namesTwice, refusalsOf } from './list.ts';
import { tool } from './test-rig.ts';

const told = (findings: readonly ToolFinding[]) =>
  findings.map((found) =>
    found.code === 'refused' ? `${found.tool} ${found.fault.path}` : `${found.tool} ${found.code}`,
  );

const BROKEN: readonly ListedTool[] = [
  tool('untyped', { outputSchema: {} }),
  tool('listed', { outputSchema: { type: 'array' } }),
  tool('bare', { inputSchema: {} }),
  tool('numbered', { description: 5, title: 5 }),
  tool('hinted', { annotations: 'none' }),
  tool('typed', { annotations: { readOnlyHint: 'true' } }),
  tool('meta', { _meta: [] }),
  { name: '#8', inputSchema: {}, raw: { name: 5, inputSchema: {} }, nameless: true },
];
const SCHEMAS = ['untyped outputSchema/type', 'listed outputSchema/type', 'bare inputSchema/type'];
const HINTS = ['hinted annotations', 'typed annotations/readOnlyHint'];
const OTHERS = ['numbered title', 'numbered description'];
const NAMELESS = ['#8 name', '#8 inputSchema/type'];

test('what clients refuse is told whatever is demanded, but by one rule', () => {
  const all = [...SCHEMAS, ...OTHERS, ...HINTS, 'meta _meta', ...NAMELESS];
  expect(told(checkList(BROKEN, []))).toEqual(all);
  const left = (...rules: readonly RuleName[]) => told(checkList(BROKEN, rules));
  expect(left('output_schema')).toEqual([...OTHERS, ...HINTS, 'meta _meta', ...NAMELESS]);
  expect(left('hints', 'output_schema', 'execution', 'coverage')).toEqual([...OTHERS, ...NAMELESS]);
});

test('each rule tells what it looks at; of the type of a hint it tells anyway', () => {
  const named = BROKEN.filter(({ nameless }) => !nameless);
  expect(told(refusalsOf(named, 'output_schema'))).toEqual(SCHEMAS);
  expect(told(refusalsOf(named, 'hints'))).toEqual(['hinted annotations']);
  expect(told(refusalsOf(named, 'execution'))).toEqual(['meta _meta']);
});

test('a name that two tools have is told once', () => {
  const tools = ['a', 'b', 'a', 'a'].map((name) => tool(name));
  expect(namesTwice(tools)).toEqual(['a']);
  expect(told(checkList(tools, []))).toEqual(['a listed_twice']);
  expect(listFlaws(tool('a'), true)).toEqual([{ code: 'listed_twice' }]);
  expect(listFlaws(tool('a'), false)).toEqual([]);
});
