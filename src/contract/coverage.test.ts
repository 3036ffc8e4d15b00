import { expect, test } from 'vitest';
import { checkCoverage } from './coverage.ts';
import { tool } from './test-rig.ts';

test('each tool that is listed is called by some scenario', () => {
  const tools = [tool('list'), tool('get'), tool('constructor')];
  expect(checkCoverage(tools, ['constructor', 'get', 'list', 'gone'])).toEqual([]);
  expect(checkCoverage(tools, ['get', 'List'])).toEqual([
    { tool: 'list', code: 'never_called' },
    { tool: 'constructor', code: 'never_called' },
  ]);
});
