import { expect, it } from 'vitest';
import { OpenRequests } from './open-requests.ts';

function waiting(...ids: number[]): OpenRequests {
  const requests = new OpenRequests();
  for (const id of ids) requests.sent({ jsonrpc: '2.0', id, method: 'ping' });
  return requests;
}

it.each(['', ' ', ' 2', '0x2', '2.0', '2e0', '+2', '02', '-0'])(
  '%j is the id of no request',
  (id) => {
    const requests = waiting(0, 2);
    expect(requests.answered(id)).toBe('unknown');
    expect([requests.answered(0), requests.answered(2)]).toEqual(['open', 'open']);
  },
);

it.each([2, '2'])('%j is, once', (id) => {
  const requests = waiting(0, 2);
  expect([requests.answered(id), requests.answered(id)]).toEqual(['open', 'unknown']);
  expect(requests.answered('0')).toBe('open');
});

it('the answer to a cancelled request is late', () => {
  const requests = waiting(3);
  const params = { requestId: 3 };
  requests.sent({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  expect(requests.answered('3')).toBe('late');
});
