import { expect, it } from 'vitest';
import { Attempts } from './attempts.ts';

const attempt = { method: 'CONNECT', host: 'a', port: 443, path: null };

function add(attempts: Attempts, count: number): void {
  for (let n = 0; n < count; n += 1) attempts.add(attempt);
}

it('a thousand of a scenario are kept, the rest is counted', () => {
  const attempts = new Attempts();
  add(attempts, 1500);
  const taken = attempts.take();
  expect(taken).toHaveLength(1000);
  expect(taken.at(-2)).toEqual(attempt);
  expect(taken.at(-1)).toEqual({ ...attempt, more: 500 });
});

it('a window that had one is never empty', () => {
  const attempts = new Attempts();
  add(attempts, 1000);
  expect(attempts.take()).toHaveLength(1000);
  expect(attempts.take()).toEqual([]);
  add(attempts, 3);
  expect(attempts.take()).toEqual([{ ...attempt, more: 2 }]);
  add(attempts, 1);
  expect(attempts.take()).toEqual([attempt]);
});

it('what nobody has taken is told to the next scenario', () => {
  const attempts = new Attempts();
  add(attempts, 1);
  attempts.begin();
  add(attempts, 1000);
  expect(attempts.take()).toHaveLength(1000);
  expect(attempts.take()).toEqual([]);
});

it('the next scenario has the whole bound again', () => {
  const attempts = new Attempts();
  add(attempts, 1001);
  attempts.take();
  attempts.begin();
  add(attempts, 1000);
  expect(attempts.take()).toHaveLength(1000);
});
