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
