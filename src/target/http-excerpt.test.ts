import { expect, it } from 'vitest';
import { Excerpts } from './http-excerpt.ts';

const excerpts = new Excerpts(['Bearer tok-0123456789', 'long secret value', 'acme']);

it.each([
  ['you sent Bearer tok-0123456789 to acme', 'you sent *** to acme'],
  ['you sent tok-0123456789.', 'you sent ***.'],
  ['long secret value', '***'],
  ['long\nsecret value', '***'],
  ['<p>long <b>secret</b> value</p>', '***'],
  [
    '<script>if (a < b) alert(1)</script><!-- x --><p class="a">It <i>is</i>\n broken',
    'It is broken',
  ],
  ['a\u001b[31m\u0000b\r\n\tc\u202ed', 'a [31m b c d'],
  ['{"a": "<b>"}', '{"a": "<b>"}'],
  ['', ''],
])('%j is shown as %j', (body, shown) => {
  expect(excerpts.ofBody(body)).toBe(shown);
});

it('is bounded, and cut after the secrets are gone', () => {
  const shown = excerpts.ofBody(`${'x'.repeat(195)}tok-0123456789${'<'.repeat(100_000)}`);
  expect(shown).toBe(`${'x'.repeat(195)}***<<`);
  expect(excerpts.ofBody('<'.repeat(2_000_000)).length).toBeLessThanOrEqual(200);
});
