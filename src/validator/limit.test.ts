import { describe, expect, it } from 'vitest';
import { runLimited } from './limit.ts';

describe('runLimited', () => {
  it('gives the value of the work, an inner limit included', () => {
    expect(runLimited(() => [1, runLimited(() => 2, 500)], 500)).toEqual({
      ok: true,
      value: [1, { ok: true, value: 2 }],
    });
  });

  it('ends work that would go on for ever', () => {
    const before = performance.now();
    const endless = runLimited(() => /^(a+)+$/.test(`${'a'.repeat(50)}!`), 50);
    expect(endless).toEqual({ ok: false, error: 'too_slow' });
    expect(performance.now() - before).toBeLessThan(1000);
    expect(runLimited(() => 1, 50)).toEqual({ ok: true, value: 1 });
  });

  it('lets an error of the work through', () => {
    expect(() =>
      runLimited(() => {
        throw new RangeError('mine');
      }, 50),
    ).toThrow(RangeError);
  });
});
