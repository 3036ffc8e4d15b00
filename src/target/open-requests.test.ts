import { expect, it } from 'vitest';
import { OpenRequests } from './open-requests.ts';

function waiting(...ids: number[]): OpenRequests<string> {
  const requests = new OpenRequests<string>();
  for (const id of ids) requests.sent({ jsonrpc: '2.0', id, method: 'ping' });
  return requests;
}

it.each(['', ' ', ' 2', '0x2', '2.0', '2e0', '+2', '02', '-0'])(
  '%j is the id of no request',
  (id) => {
    const requests = waiting(0, 2);
    expect(requests.answered(id).state).toBe('unknown');
    expect([requests.answered(0).state, requests.answered(2).state]).toEqual(['open', 'open']);
  },
);

it.each([2, '2'])('%j is, once', (id) => {
  const requests = waiting(0, 2);
  expect([requests.answered(id).state, requests.answered(id).state]).toEqual(['open', 'unknown']);
  expect(requests.answered('0').state).toBe('open');
});

it('the answer to a cancelled request is late, once', () => {
  const requests = waiting(3);
  const params = { requestId: 3 };
  requests.sent({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  expect([requests.answered('3').state, requests.answered(3).state]).toEqual(['late', 'unknown']);
});

it('gives our own requests ids that the client of the SDK does not use, and their waiters back', () => {
  const requests = waiting(0, 1);
  const ids = [requests.open('a'), requests.open('b'), requests.open('c')];
  expect(new Set([...ids, 0, 1]).size).toBe(5);
  expect(requests.answered(ids[1] ?? 0)).toEqual({ state: 'open', waiter: 'b' });
  expect(requests.answered(0)).toEqual({ state: 'open', waiter: null });
  expect(requests.cancel(ids[2] ?? 0)).toBe(true);
  expect(requests.cancel(ids[1] ?? 0)).toBe(false);
  expect(requests.takeAll()).toEqual(['a']);
  expect(requests.answered(ids[0] ?? 0).state).toBe('unknown');
});
