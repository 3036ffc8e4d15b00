import { describe, expect, test } from 'vitest';
import { calls, ECHO, runProject, statuses } from './reported.ts';

const echo = (text: string, ...checks: readonly string[]): string =>
  calls('echo', JSON.stringify({ text }), ...checks);

describe('errors', () => {
  test('a tool error is never the output that was expected', async () => {
    const fail = (...checks: readonly string[]) =>
      calls('fail', '{ text: "the needle is here" }', ...checks);
    const run = await runProject({
      scenarios: {
        needle: fail('expected_contains: needle'),
        in_step: fail('    expect: { contains: needle }'),
        absent: fail('expected_not_contains: undefined'),
        pattern: fail('expected_matches: needle'),
        declared: fail('    expect: { error: true }', 'expected_contains: needle'),
        by_channel: fail('    expect: { error: tool }'),
        by_text: fail('    expect: { error: { contains: needle } }'),
      },
    });
    expect(run.code).toBe(1);
    for (const name of ['needle', 'in_step', 'absent', 'pattern']) {
      expect(run.of(name)).toMatchObject({ status: 'failed', code: 'unexpected_error' });
      const checked = [...run.of(name).assertions, ...(run.of(name).steps[0]?.assertions ?? [])];
      expect(checked.filter(({ status }) => status === 'passed')).toEqual([]);
    }
    for (const name of ['declared', 'by_channel', 'by_text']) {
      expect(run.of(name).status).toBe('passed');
    }
    expect(run.stdout).toContain('the reply is a tool error (isError), and none was expected');
    expect(run.stdout).toContain('    error     "the needle is here"');
  });

  test('the two channels are told apart', async () => {
    const refuse = (error: string) => calls('refuse', '{}', `    expect: { error: ${error} }`);
    const run = await runProject({
      mode: 'protocol-error',
      scenarios: {
        any: refuse('true'),
        channel: refuse('protocol'),
        code: refuse('{ channel: protocol, code: -32602, contains: "on principle" }'),
        wrong_channel: refuse('tool'),
        wrong_code: refuse('-32602').replace('-32602', '{ code: -32603 }'),
        string_code: refuse('{ code: "-32602" }'),
        code_of_its_data: refuse('{ code: refused }'),
        wrong_text: refuse('{ contains: "by chance" }'),
        none: calls('refuse', '{}', 'expected_contains: Refused'),
      },
    });
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({
      any: 'passed',
      channel: 'passed',
      code: 'passed',
      wrong_channel: 'failed',
      wrong_code: 'failed',
      string_code: 'failed',
      code_of_its_data: 'passed',
      wrong_text: 'failed',
      none: 'failed',
    });
    expect(run.of('wrong_channel').message).toContain('the error came as a JSON-RPC error');
    expect(run.of('wrong_code').message).toContain(
      'the error has another code: -32602 (data.code "refused")',
    );
    expect(run.of('wrong_text').message).toContain("the error's text does not contain");
    expect(run.of('none').code).toBe('unexpected_error');
  });

  test('a reply that is fine where an error was expected', async () => {
    const run = await runProject({
      scenarios: {
        any: echo('all well', '    expect: { error: true }'),
        channel: echo('all well', '    expect: { error: tool }'),
        text: echo('all well', '    expect: { error: { contains: "all well" } }'),
      },
    });
    expect(run.code).toBe(1);
    expect(run.report.summary.failed).toBe(3);
    expect(run.of('any').message).toContain('the reply is no error, and one was expected');
    expect(run.stdout).toContain('    came      "all well"');
  });

  test('"no error" is a check when its author writes it', async () => {
    const run = await runProject({
      scenarios: {
        holds: echo('x', '    expect: { error: false }'),
        fails: calls('fail', '{}', '    expect: { error: false }'),
      },
    });
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({ holds: 'passed', fails: 'failed' });
  });

  test('a tool or an argument that is not there never satisfies an expected error', async () => {
    const wrong = (tool: string, args: string) => calls(tool, args, '    expect: { error: true }');
    const run = await runProject({
      scenarios: {
        tool: wrong('ehco', '{ text: x }'),
        argument: wrong('echo', '{ txet: x }'),
        type: wrong('echo', '{ text: 5 }'),
        missing: wrong('echo', '{}'),
        plain: calls('echo', '{ text: hello, loud: true }', 'expected_contains: hello'),
      },
    });
    expect(run.code).toBe(1);
    expect(run.report.summary).toMatchObject({ failed: 5, tool_calls: 0 });
    expect(run.of('tool').code).toBe('unknown_tool');
    for (const name of ['argument', 'type', 'missing', 'plain']) {
      expect(run.of(name)).toMatchObject({ status: 'failed', code: 'bad_arguments' });
    }
    expect(run.stdout).toContain('did you mean "echo"?');
    expect(run.stdout).toContain('unknown property "txet" (did you mean "text"?)');
    expect(run.stdout).toContain('unknown property "loud"');
  });
});

describe('what a negative may pass on', () => {
  const ABSENT = 'expected_not_contains: undefined';
  const IN_STEP = '    expect: { not_contains: undefined }';

  test.each([
    ['empty-content', 'nothing'],
    ['image-only', 'picture'],
  ])('%s: not on a reply without text', async (mode, tool) => {
    const run = await runProject({
      mode,
      scenarios: {
        output: calls(tool, '{}', ABSENT),
        step: calls(tool, '{}', IN_STEP),
        pattern: calls(tool, '{}', "expected_matches: '.+'"),
        empty: echo('', ABSENT),
        text: echo('fine', ABSENT),
      },
    });
    expect(run.code).toBe(1);
    const { text, ...others } = statuses(run.report);
    expect(text).toBe('passed');
    expect(others).toEqual({
      output: 'failed',
      step: 'failed',
      pattern: 'failed',
      empty: 'failed',
    });
    expect(run.of('output').message).toContain('there is no text to look at');
  });

  test('not on the output of a sequence that did not hold', async () => {
    const run = await runProject({
      scenarios: { cut: calls('fail', '{}', '  - tool: echo', '    args: { text: x }', ABSENT) },
    });
    expect(run.code).toBe(1);
    expect(run.of('cut').assertions).toMatchObject([{ status: 'not_evaluated' }]);
    expect(run.report.summary.not_evaluated).toBeGreaterThan(0);
    expect(run.stdout).toMatch(/assertions? not evaluated/);
  });

  test("a suite's negative fails a scenario and never makes it pass", async () => {
    const run = await runProject({
      suite: 'expected_not_contains: [undefined]\n',
      scenarios: { bad: echo('season undefined', 'expected_contains: season'), good: ECHO },
    });
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({ bad: 'failed', good: 'passed' });
    expect(run.stdout).toMatch(/suite\.yaml:2:\d+ {2}the output contains what it must not contain/);
  });
});
