import { describe, expect, test } from 'vitest';
import { createPretty } from './pretty.ts';
import { MIXED } from './sample-mixed.ts';
import { OPTIONS, pretty } from './sample-pretty.ts';

describe('the live line', () => {
  /** What a terminal shows of it. */
  function screen(written: string): string {
    return written
      .split('\n')
      .map((line) => line.slice(line.lastIndexOf('\r\x1b[2K') + 1).replace('\x1b[2K', ''))
      .join('\n');
  }

  test('stands below the lines and leaves nothing over', () => {
    const events = MIXED;
    expect(screen(pretty(events, 1, { terminalWidth: 80 }))).toBe(pretty(events, 1));
    expect(screen(pretty(events.slice(0, -1), 1, { terminalWidth: 80 }))).toBe(
      pretty(events.slice(0, -1), 1),
    );
  });

  test('shows counts and what runs, within the width', () => {
    const reporter = createPretty({ ...OPTIONS, terminalWidth: 40 });
    const told = MIXED.slice(0, 7).map((event) => reporter.event(event));
    expect(told[0]).toBe('0/6  ');
    expect(told[2]).toBe('\r\x1b[2K0/6  scenarios/ecnl/find_events_basic.…');
    expect(told[4]).toBe('\r\x1b[2K✓ scenarios/ecnl/find_events_basic.yaml  380 ms\n1/6  ');
  });

  test('is not there without a terminal, nor when quiet', () => {
    expect(pretty(MIXED, 1)).not.toContain('\r');
    expect(pretty(MIXED, 1, { terminalWidth: 80, verbosity: 'quiet' })).not.toContain('\r');
  });
});
