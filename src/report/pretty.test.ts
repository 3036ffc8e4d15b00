import { describe, expect, test } from 'vitest';
import type { RuleName } from '../model/contract.ts';
import { MIXED } from './sample-mixed.ts';
import { pretty } from './sample-pretty.ts';
import { ABSENT, runEvents, scenarioEnd, scenarioRef, stepResult } from './sample-run.ts';

const PASSED = runEvents([{ ref: scenarioRef(), steps: [stepResult()], end: scenarioEnd() }]);

describe('pretty', () => {
  test('a run with one of each sort', async () => {
    await expect(pretty(MIXED, 1)).toMatchFileSnapshot('golden/pretty.txt');
  });

  test('verbose', async () => {
    const text = pretty(MIXED.slice(0, 5), 0, { verbosity: 'verbose' });
    await expect(text).toMatchFileSnapshot('golden/pretty-verbose.txt');
  });

  test('verbose tells a step that failed once', () => {
    const text = pretty(MIXED, 1, { verbosity: 'verbose' });
    expect(text.match(/\| Showing 2 of 5$/gm)?.length).toBe(
      MIXED.filter((event) => event.type === 'step_finished' && /^Showing 2/.test(event.step.text))
        .length,
    );
  });

  test('quiet tells failures and the last line', () => {
    expect(pretty(PASSED, 0, { verbosity: 'quiet' })).toBe(
      'PASSED 1 passed (1 scenario, 1 tool call, 1.2 s)\n',
    );
    const text = pretty(MIXED, 1, { verbosity: 'quiet' });
    expect(text).toMatch(/^✗ scenarios\/ecnl\/find_events_limit\.yaml/);
    expect(text).not.toContain('find_events_basic');
  });

  test('all green', () => {
    expect(pretty(PASSED, 0)).toBe(
      '✓ scenarios/ecnl/find_events_limit.yaml  380 ms\n\n' +
        'PASSED 1 passed (1 scenario, 1 tool call, 1.2 s)\n',
    );
  });

  test('a run that was cut lists what it did not come to', () => {
    const cut = runEvents([
      { ref: scenarioRef(), steps: [stepResult()], end: scenarioEnd() },
      { ref: scenarioRef({ id: 'b.yaml', name: 'b' }), end: null },
    ]);
    expect(pretty(cut, 130)).toBe(
      '✓ scenarios/ecnl/find_events_limit.yaml  380 ms\n\n' +
        'not run: b.yaml\n\n' +
        'INTERRUPTED 1 passed, 1 not run (2 scenarios, 1 tool call, 1.2 s)\n',
    );
    expect(pretty(cut, 3)).toContain('\nNOT COMPLETE 1 passed, 1 not run');
  });

  test('a broken twin on which a scenario fails', () => {
    const twin = scenarioRef({
      id: 'scenarios/ecnl/find_events_limit.yaml@capitals',
      name: 'find_events_limit@capitals',
    });
    const end = scenarioEnd({ caught: true });
    expect(pretty(runEvents([{ ref: twin, steps: [stepResult()], end }]), 0)).toContain(
      '✓ scenarios/ecnl/find_events_limit.yaml@capitals  failed there, as it must, 380 ms\n',
    );
    const caught = {
      ref: twin,
      steps: [stepResult({ status: 'failed', assertions: [ABSENT] })],
      end,
    };
    const by = "caught by: step 1: the step's text does not contain what was expected";
    expect(pretty(runEvents([caught]), 0, { verbosity: 'verbose' })).toContain(`  ${by}\n`);
    expect(pretty(runEvents([caught]), 0)).not.toContain('caught by');
    const survived = { code: 'twin_survived', twin: 'capitals', status: 'passed' } as const;
    const failed = scenarioEnd({ status: 'failed', trouble: survived });
    const text = pretty(runEvents([{ ref: twin, steps: [stepResult()], end: failed }]), 1);
    expect(text).toContain('the broken twin "capitals" survived');
  });

  test('tells which rules of a contract a live run leaves open, and verbose which hold', () => {
    const rule = (name: RuleName, written: string) =>
      ({ kind: 'contract', rule: name, written }) as const;
    const open = { why: 'not_in_live' } as const;
    const assertions = [
      { ...ABSENT, check: rule('hints', 'explicit'), status: 'passed', evidence: null } as const,
      {
        ...{ ...ABSENT, check: rule('read_only', 'verified') },
        ...({ status: 'not_evaluated', evidence: open } as const),
      },
    ];
    const ref = scenarioRef({ id: 'suite.yaml', kind: 'contract', name: 'contract' });
    const events = runEvents([{ ref, end: scenarioEnd({ id: ref.id, assertions }) }]);
    const note =
      '  note: read_only: verified is not evaluated: a contract calls a live server only if it says "live: true"\n';
    expect(pretty(events, 0)).toContain(note);
    expect(pretty(events, 0)).not.toContain('holds');
    expect(pretty(events, 0, { verbosity: 'quiet' })).not.toContain('note');
    const verbose = pretty(events, 0, { verbosity: 'verbose' });
    expect(verbose).toContain(`  holds: hints: explicit\n${note}`);
  });

  test('verbose tells of a process of its own', () => {
    const told = (ownProcess: boolean) =>
      pretty(runEvents([{ ref: scenarioRef(), end: scenarioEnd({ ownProcess }) }]), 0, {
        verbosity: 'verbose',
      });
    expect(told(true)).toContain('  note: a process of its own was started: its capabilities');
    expect(told(false)).not.toContain('of its own');
  });

  test.each([
    ['client_needs_http', 'it speaks as several clients'],
    ['not_started', 'it brings "env" or "files"'],
  ] as const)('says why a scenario is skipped: %s', (kind, words) => {
    const end = scenarioEnd({ status: 'skipped', skipReason: { kind } });
    expect(pretty(runEvents([{ ref: scenarioRef(), end }]), 2)).toContain(`  skipped: ${words}`);
  });

  test('says when nothing ran', () => {
    const end = scenarioEnd({ status: 'skipped', skipReason: { kind: 'no_target' } });
    const text = pretty(runEvents([{ ref: scenarioRef(), end }]), 2);
    expect(text).toContain(
      '- scenarios/ecnl/find_events_limit.yaml  skipped: its suite has no target',
    );
    expect(text).toContain('\nNOTHING RAN 0 passed, 1 skipped (1 scenario, 0 tool calls, 1.2 s)\n');
    expect(pretty([], 2)).toBe('NOTHING RAN 0 passed (0 scenarios, 0 tool calls, 0 ms)\n');
  });

  test.each([
    [0, 'PASSED'],
    [1, 'FAILED'],
    [70, 'BUG'],
    [143, 'INTERRUPTED'],
  ])('exit code %d is %s', (exitCode, word) => {
    expect(pretty(PASSED, exitCode)).toContain(`\n${word} 1 passed`);
  });

  test('a failure without a cause is not silent', () => {
    const end = scenarioEnd({ status: 'errored' });
    expect(pretty(runEvents([{ ref: scenarioRef(), end }]), 3)).toContain('no cause was recorded');
  });
});
