import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { type Reported, runProject, target } from './reported.ts';
import { expectTold, give, SLOW_MS, scenariosOf, step, type Table, texts } from './steps.ts';

const OK = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
const form = { method: 'elicitation/create', params: { message: 'Sure?', requestedSchema: OK } };

/** A tool that reports an error when its prompt is refused. */
const strict = (elicitation: readonly JsonObject[] | null): JsonObject =>
  step(
    'ask',
    { requests: [form], strict: true },
    { expect: { matches: 'answers' }, ...(elicitation === null ? {} : { elicitation }) },
  );
const fails = (text: string, more: JsonObject = {}): JsonObject =>
  give({ ...texts(text), isError: true }, { expect: { contains: 'a' }, ...more });

const YES = { action: 'accept', content: { ok: true } };
const REFUSED: Table = {
  misfit: ['failed: error@0 prompts@0', strict([{ action: 'accept', content: { ok: 'yes' } }])],
  other_message: ['failed: error@0 prompts@0', strict([{ ...YES, message_contains: 'rows' }])],
  none: ['failed: error@0 prompts@0', strict([])],
  undeclared: ['failed: error@0 prompts@0', strict(null)],
  unscripted: [
    'failed: error@1 prompts@1',
    step('echo', { text: 'a' }, { elicitation: [], expect: { contains: 'a' } }),
    strict(null),
  ],
  gone: ['failed: unknown_tool@0', step('gone', {}, { expect: { contains: 'a' } })],
  misspelt: ['failed: unknown_tool@0', step('ehco', {}, { expect: { contains: 'a' } })],
  gone_for_one_that_can_ask: [
    'failed: unknown_tool@0',
    step('gone', {}, { elicitation: [], expect: { contains: 'a' } }),
  ],
  says_so: ['failed: error@0', fails('Client does not support elicitation')],
  says_so_to_one_that_can: [
    'failed: error@0',
    fails('Client does not support elicitation', { elicitation: [] }),
  ],
  says_what_is_not_scripted: [
    'failed: error@0',
    fails('Client does not support sampling', { elicitation: [] }),
  ],
  says_what_is_missing: ['failed: error@0', fails('a client capability is missing')],
  says_else: ['failed: error@0', fails('no such event')],
};

const HINT = /no step scripts "elicitation" or "sampling", and there are no "roots"/;

describe('a prompt that is refused', () => {
  let run: Reported;
  const message = (name: string) => run.of(name).message ?? '';

  beforeAll(async () => {
    const suite = `${target('flow')}isolation: suite\n`;
    run = await runProject({ suite, scenarios: scenariosOf(REFUSED) });
  }, SLOW_MS);

  test('fails its step', () => expectTold(run, REFUSED));

  test('is told before the error that comes of it', () => {
    expect(message('misfit')).toMatch(/^the scripted content does not fit the schema/);
    expect(message('other_message')).toMatch(/^the prompt's message does not contain/);
    expect(message('none')).toMatch(/^the server asked, and "elicitation: \[\]" expects/);
    expect(message('unscripted')).toMatch(/^the server asked, and this step scripts no answer/);
    expect(run.of('misfit').code).toBe('prompt_unanswered');
    const shown = run.stdout.split('misfit.yaml  failed').at(-1) ?? '';
    expect(shown.indexOf('does not fit the schema')).toBeLessThan(
      shown.indexOf('none was expected'),
    );
  });

  const told = (hint: RegExp) =>
    Object.keys(REFUSED).filter((name) => {
      const steps = run.of(name).steps.flatMap((each) => each.assertions.map((one) => one.message));
      return [message(name), ...steps].some((text) => hint.test(text ?? ''));
    });

  test('may be so since the client has declared nothing, which is said', () => {
    expect(told(HINT)).toEqual(['undeclared', 'gone']);
  });

  test('is told with what the step needs, so that the client declares it', () => {
    expect(told(/write elicitation: \[\{ action: accept/)).toEqual([
      'undeclared',
      'says_so',
      'says_what_is_missing',
    ]);
    expect(told(/write sampling: \[\{ text:/)).toEqual([
      'says_what_is_not_scripted',
      'says_what_is_missing',
    ]);
    expect(told(/write roots: \[\{ uri:/)).toEqual(['says_what_is_missing']);
  });
});
