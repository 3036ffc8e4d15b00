import { expect, it } from 'vitest';
import { Records } from './records.ts';

const REQUEST = {
  upstream: 'api',
  method: 'POST',
  path: '/',
  query: {},
  headers: {},
  status: 200,
  route: null,
};
const BODY = 'x'.repeat(1024 * 1024);

it('of a scenario are bounded as a whole; past the bound heads of bodies are kept', () => {
  const records = new Records();
  for (let count = 0; count < 100; count += 1) records.add({ ...REQUEST, body: BODY });
  const first = records.take();
  expect(first).toHaveLength(100);
  expect(first[0]?.body).toBe(BODY);
  expect(first.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(17 * 1024 * 1024);
  records.add({ ...REQUEST, body: BODY });
  expect(records.take()[0]?.body).toBe(`${'x'.repeat(1024)}…`);

  records.begin();
  records.add({ ...REQUEST, body: BODY });
  expect(records.take()[0]?.body).toBe(BODY);
});

it('are completed where they are, though they have been taken', () => {
  const records = new Records();
  const complete = records.add({ ...REQUEST, body: '', status: null });
  const taken = records.take();
  records.begin();
  complete({ ...REQUEST, body: 'whole' });
  expect(taken).toEqual([{ ...REQUEST, body: 'whole' }]);
  expect(records.take()).toEqual([]);
});

it('that nobody has taken are told to the next scenario, by whose own routes none was answered', () => {
  const records = new Records();
  records.add({ ...REQUEST, body: '', route: { index: 1, own: true } });
  records.begin();
  expect(records.take()).toEqual([{ ...REQUEST, body: '', route: { index: 1, own: false } }]);
});
