import { expect, test } from 'vitest';
import type { Contract } from '../model/contract.ts';
import { checkCoverage, onTransport } from './coverage.ts';
import { tool } from './test-rig.ts';

test('each tool that is listed is called by some scenario', () => {
  const tools = [tool('list'), tool('get'), tool('constructor')];
  const check = (...called: readonly string[]) => checkCoverage(tools, { called, skipped });
  const skipped = ['a.yaml', 'a.yaml', 'b.yaml'].map((file) => ({ tool: 'list', file }));
  expect(check('constructor', 'get', 'list', 'gone')).toEqual([]);
  expect(check('get', 'List')).toEqual([
    { tool: 'list', code: 'never_called', skipped: ['a.yaml', 'b.yaml'] },
    { tool: 'constructor', code: 'never_called', skipped: [] },
  ]);
});

test('what speaks as several clients calls nothing but over HTTP', () => {
  const contract = {
    called: ['get'],
    calledOverHttp: [{ tool: 'list', file: 'c.yaml' }],
    skipped: [],
  };
  const check = (overHttp: boolean) =>
    checkCoverage(
      [tool('get'), tool('list')],
      onTransport(contract as unknown as Contract, overHttp),
    );
  expect(check(true)).toEqual([]);
  expect(check(false)).toEqual([{ tool: 'list', code: 'never_called', skipped: ['c.yaml'] }]);
});
