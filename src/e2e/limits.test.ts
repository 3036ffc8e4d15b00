import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { diaryTarget, withDiary } from './diary.ts';
import { calls, ECHO, runProject, runProjects, statuses, target } from './reported.ts';
import {
  callersTarget,
  expectTold,
  give,
  lines,
  scenariosOf,
  step,
  type Table,
  texts,
} from './steps.ts';

const HANGS = calls('hang', '{}', 'expected_contains: x');
const LATE = calls('late', '{ ms: 300, text: late }', 'expected_contains: late');

describe('--timeout', () => {
  test('is over what the files say, in both directions', async () => {
    const scenarios = { a: `timeout_ms: 60000\n${HANGS}`, b: ECHO };
    const short = await runProject({ mode: 'hang', scenarios, args: ['--timeout', '200'] });
    expect(short.code).toBe(3);
    expect(short.of('a')).toMatchObject({ status: 'errored', code: 'timeout' });
    expect(short.of('a').message).toContain('200 ms');
    expect(short.of('b').status).toBe('passed');

    const late = { mode: 'late', scenarios: { a: `timeout_ms: 100\n${LATE}` } };
    expect((await runProject(late)).of('a').code).toBe('timeout');
    expect((await runProject({ ...late, args: ['--timeout', '20000'] })).code).toBe(0);
  });
});

describe('--max-duration', () => {
  test('cuts the run: what ran is told, the rest is not run, nobody is left', async () => {
    await withDiary(async (diary) => {
      const scenarios = { a: ECHO, b: HANGS, c: ECHO };
      const suite = diaryTarget('hang');
      const cli = { env: diary.env };
      const run = await runProject({ suite, scenarios, cli, args: ['--max-duration', '2.5'] });
      expect(run.code).toBe(3);
      expect(statuses(run.report)).toEqual({ a: 'passed', b: 'errored', c: 'not_run' });
      expect(run.of('b').code).toBe('interrupted');
      expect(run.stdout).toMatch(/^TIME IS UP 1 errored, 1 passed, 1 not run/m);
      await diary.expectNobodyLeft(2);
    });
  });

  test('a failure before the cut still decides', async () => {
    const scenarios = { a: calls('echo', '{ text: a }', 'expected_contains: b'), b: HANGS };
    const run = await runProject({ mode: 'hang', scenarios, args: ['--max-duration', '2.5'] });
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({ a: 'failed', b: 'errored' });
  });

  test('is not noticed by a run that is done in time', async () => {
    const run = await runProject({ scenarios: { a: ECHO }, args: ['--max-duration', '600'] });
    expect(run.code).toBe(0);
  });
});

describe('strict_protocol', () => {
  test.each([
    ['stdout-banner', ECHO, 'stdout_noise'],
    ['many-pages', ECHO, null],
    ['repeat-cursor', ECHO, 'repeated_cursor'],
    ['unknown-content', calls('hologram', '{}', 'expected_contains: before'), 'unknown_content'],
  ])('%s', async (mode, scenario, finding) => {
    const scenarios = { a: scenario };
    const lax = await runProject({ mode, scenarios });
    expect([lax.code, lax.of('a').status]).toEqual([0, 'passed']);
    const codes = lax.of('a').findings.map(({ code }) => code);
    expect(codes.includes(finding ?? '')).toBe(finding !== null);

    const expected =
      finding === null ? [0, 'passed', undefined] : [1, 'failed', 'protocol_violation'];
    const run = await runProject({ mode, scenarios, suite: 'strict_protocol: true\n' });
    expect([run.code, run.of('a').status, run.of('a').code]).toEqual(expected);
  });

  test('the option is over what the file says', async () => {
    const run = await runProject({
      mode: 'stdout-banner',
      scenarios: { a: ECHO },
      suite: 'strict_protocol: false\n',
      args: ['--strict-protocol'],
    });
    expect([run.code, run.of('a').code]).toEqual([1, 'protocol_violation']);
  });

  test('holds every call, the state that is read, and each client to it', async () => {
    const strict = 'strict_protocol: true\n';
    const odd: JsonObject = { content: [{ type: 'text', text: 'seen' }, { type: 'hologram' }] };
    const play = (of: string, more: JsonObject): JsonObject =>
      step('play', { of, results: [odd, texts('ok')] }, more);
    const broken = 'failed: protocol_violation';
    const all: Table = {
      the_first_of_several: [broken, play('a', { times: 2, expect: { not_contains: 'x' } })],
      behind_it: ['passed', give(texts('ok'), { expect: { contains: 'ok' } })],
      the_first_of_a_poll: [
        broken,
        play('b', { poll: { every_ms: 1, timeout_ms: 20_000 }, expect: { contains: 'ok' } }),
      ],
    };
    const reads: JsonObject = give(texts('ok'), { expect: { state: 'unchanged' } });
    const byResource: Table = { of_a_resource: [broken, reads] };
    const byTool: Table = { of_a_tool: [broken, reads] };
    const noted = { expect: { contains: 'noted' } };
    const callers: Table = {
      to_another_client: [
        broken,
        step('note', { text: 'odd' }, { client: 'other', ...noted }),
        step('note', { text: 'even' }, noted),
      ],
      to_nobody: ['passed', step('note', { text: 'even' }, { client: 'other', ...noted })],
    };
    const flow = `${target('flow')}isolation: suite\n${strict}`;
    const probe = (state: JsonObject) => `${flow}${lines({ state })}`;
    const projects = {
      all: { suite: flow, scenarios: scenariosOf(all) },
      resource: {
        suite: probe({ resource: 'flow://malformed' }),
        scenarios: scenariosOf(byResource),
      },
      tool: {
        suite: probe({ tool: 'give', args: { result: { ...odd, structuredContent: {} } } }),
        scenarios: scenariosOf(byTool),
      },
      callers: {
        suite: `${lines({ ...callersTarget(), isolation: 'suite' })}${strict}`,
        scenarios: scenariosOf(callers),
      },
    };
    await runProjects(projects, (run) => {
      expectTold(run, { ...all, ...byResource, ...byTool, ...callers });
      expect(run.of('of_a_resource').message).toContain('{"uri":"flow://any","text":7}');
    });
  });
});
