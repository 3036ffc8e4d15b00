import { expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { act, type Claims, expectClaims, LIES, runClaims } from './claims.ts';
import { SLOW_MS } from './steps.ts';

/** What goes on while the state is read: whose it is, and what it is held against. */

const OUTSIDE = 'failed: policy_kept@output';
const READING: JsonObject = { expect: { state: 'unchanged' } };
const untouched = act('never');
const reads = act('never', {}, READING);

/** By a tool that declares to ask nobody. */
const SWORN: Claims = {
  probe_asks_a_model: [
    OUTSIDE,
    'and the stub of a model received 3 requests',
    [reads],
    { env: { PROBE_ASKS: 'model' }, policy: { llm: 'never' } },
  ],
  probe_breaks_its_word: [
    OUTSIDE,
    'of "state", which reads the state: the tool declares that it never uses a model, and the stub',
    [reads],
    { env: { PROBE_ASKS: 'model' } },
  ],
  probe_owns_up: [
    OUTSIDE,
    'the tool declares that it never uses a model, and its result says that this call did',
    [reads],
    { env: { PROBE_SAYS: '{"schemaVersion":1,"llmInvoked":true}' } },
  ],
  probe_says_nothing: [
    OUTSIDE,
    'the policy demands that a result says what its call did',
    [reads],
    { policy: { observation: 'required' } },
  ],
  probe_samples: [
    OUTSIDE,
    'the client was asked for 3 completions',
    [reads],
    { env: { PROBE_SAMPLES: 'yes' } },
  ],
};

/** By a probe of which nothing is declared, and that asks a model itself. */
const READ: Claims = {
  probe_asks_unforbidden: ['passed', null, [reads], { env: { PROBE_ASKS: 'model' } }],
  probe_asks_of_no_step: [
    'passed',
    null,
    [act('never', {}, { expect: { state: 'unchanged', upstream: { model: 0 } } })],
    { env: { PROBE_ASKS: 'model' } },
  ],
  probe_asks_behind_a_step: ['passed', null, [untouched, reads], { env: { PROBE_ASKS: 'model' } }],
  // Each waits for the next reading, so that both readings of the second step have a request.
  steps_ask_while_it_reads: [
    `${LIES} execution_claims@1`,
    'never uses a model, and the stub of a model received 1 request',
    [act('never', { on_reading: ['model'] }), act('never', { on_reading: ['model'] }, READING)],
  ],
  // As a server does that fetches something when it is first needed.
  step_asks_what_it_asked_once: [
    LIES,
    'never uses a model, and the stub of a model received 1 request',
    [act('never', { on_reading: ['model'] }, READING)],
    { env: { PROBE_ASKS_ONCE: 'model' } },
  ],
  steps_ask_what_it_asked_once: [
    `${LIES} execution_claims@1`,
    'never uses a model, and the stub of a model received 1 request',
    [act('never', { on_reading: ['model'] }), act('never', { on_reading: ['model'] }, READING)],
    { env: { PROBE_ASKS_ONCE: 'model' } },
  ],
  probe_asks_once: ['passed', null, [reads], { env: { PROBE_ASKS_ONCE: 'model' } }],
  steps_ask_as_it_does: [
    `${LIES} execution_claims@1`,
    'never uses a model, and the stub of a model received 1 request',
    [act('never', { on_reading: ['model'] }), act('never', { on_reading: ['model'] }, READING)],
    { env: { PROBE_ASKS: 'model' } },
  ],
};

test(
  'what reads the state is held to its word, and steps to theirs for what goes beyond it',
  async () => {
    const keys = { isolation: 'scenario' };
    const run = await runClaims({
      sworn: { keys: { ...keys, state: { tool: 'state' } }, claims: SWORN },
      read: { keys: { ...keys, state: { tool: 'silent_state' } }, claims: READ },
    });
    expectClaims(run, { ...SWORN, ...READ });
    const { findings } = run.of('probe_samples');
    expect(findings).toContainEqual(expect.objectContaining({ code: 'prompt_in_reading' }));
  },
  SLOW_MS,
);
