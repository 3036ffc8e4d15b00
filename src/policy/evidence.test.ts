import { expect, test } from 'vitest';
import type { ExecutionEvidence } from '../model/execution.ts';
import { mergeEvidence } from './evidence.ts';

const NOTHING: ExecutionEvidence = {
  ...{ llmRequests: 0, samplings: 0, apiCalls: [], tripwire: 0 },
  network: 'tripwire',
};

test('what was seen at several times is counted together, by provider', () => {
  const first: ExecutionEvidence = {
    ...{ llmRequests: 1, samplings: 2, tripwire: 3, network: 'tripwire' },
    apiCalls: [
      { provider: 'maps', count: 1 },
      { provider: 'mailchimp', count: 2 },
    ],
  };
  const second: ExecutionEvidence = {
    ...{ llmRequests: 10, samplings: 20, tripwire: 30, network: 'tripwire' },
    apiCalls: [
      { provider: 'mailchimp', count: 20 },
      { provider: 'geo', count: 5 },
    ],
  };
  expect(mergeEvidence(first, second, NOTHING)).toEqual({
    ...{ llmRequests: 11, samplings: 22, tripwire: 33, network: 'tripwire' },
    apiCalls: [
      { provider: 'maps', count: 1 },
      { provider: 'mailchimp', count: 22 },
      { provider: 'geo', count: 5 },
    ],
  });
  expect(mergeEvidence(first)).toEqual(first);
  expect(mergeEvidence({ ...NOTHING, network: 'open' }).network).toBe('open');
});
