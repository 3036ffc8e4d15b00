import { describe, expect, it } from 'vitest';
import { FindingLog } from './finding-log.ts';

describe('FindingLog', () => {
  it('gives each finding once, in order', () => {
    const log = new FindingLog();
    log.odd('first');
    log.add({ code: 'missing_content' });
    expect(log.take()).toEqual([
      { code: 'odd_message', detail: 'first' },
      { code: 'missing_content' },
    ]);
    expect(log.take()).toEqual([]);
  });

  it('keeps the first of very many and tells how many more there were', () => {
    const log = new FindingLog();
    for (let at = 0; at < 1000; at += 1) log.add({ code: 'stdout_noise', line: `line ${at}` });
    log.odd('kept, since each code has its own bound');
    const findings = log.take();
    expect(findings).toHaveLength(22);
    expect(findings[19]).toEqual({ code: 'stdout_noise', line: 'line 19' });
    expect(findings[21]).toEqual({
      code: 'odd_message',
      detail: 'and 980 more findings stdout_noise',
    });
    log.add({ code: 'stdout_noise', line: 'again' });
    expect(log.take()).toHaveLength(1);
  });

  it('cuts a long one without splitting a character', () => {
    const log = new FindingLog();
    log.add({ code: 'stdout_noise', line: `${'x'.repeat(499)}😀😀` });
    log.add({ code: 'stdout_noise', line: 'x'.repeat(500) });
    expect(log.take()).toEqual([
      { code: 'stdout_noise', line: `${'x'.repeat(499)}…` },
      { code: 'stdout_noise', line: 'x'.repeat(500) },
    ]);
  });
});
