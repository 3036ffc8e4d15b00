import { describe, expect, test } from 'vitest';
import { BLANK_END, type ScenarioEnd, type ScenarioStatus } from '../model/run-result.ts';
import type { Scenario } from '../model/scenario.ts';
import { loadScenario, scenario } from '../scenario/test-rig.ts';
import { onItsServer, turnedRound } from './twin.ts';

const SOUND = loadScenario(scenario());
const TWIN: Scenario = {
  ...SOUND,
  id: `${SOUND.id}@b`,
  twin: { name: 'b', of: SOUND.id, place: SOUND.place },
};
const ended = (status: ScenarioStatus): ScenarioEnd => ({ ...BLANK_END, id: 'x', status });

/** What the scenario comes to on the twin, after it came to `sound` on the sound server. */
async function onTwin(sound: ScenarioStatus | null, there: ScenarioStatus) {
  const came = new Map(sound === null ? [] : [[SOUND.id, sound]]);
  let ran = false;
  const work = async () => {
    ran = true;
    return ended(there);
  };
  const end = await onItsServer(TWIN, came, work, turnedRound);
  const { status, caught, trouble } = end;
  return { status, caught, code: trouble?.code ?? null, ran };
}

describe('a scenario on a twin', () => {
  test.each(['failed', 'errored', 'skipped', 'known_failure', 'not_run', null] as const)(
    'proves nothing where it is %s on the sound server',
    async (sound) => {
      const unproven = { status: 'failed', caught: false, code: 'twin_unproven', ran: false };
      expect(await onTwin(sound, 'failed')).toEqual(unproven);
    },
  );

  test('must fail, and nothing else will do', async () => {
    const ran = true;
    const survived = { status: 'failed', caught: false, code: 'twin_survived', ran };
    expect(await onTwin('passed', 'failed')).toEqual({
      status: 'passed',
      caught: true,
      code: null,
      ran,
    });
    expect(await onTwin('passed', 'passed')).toEqual(survived);
    expect(await onTwin('passed', 'skipped')).toEqual(survived);
    expect(await onTwin('passed', 'errored')).toMatchObject({ status: 'errored', caught: false });
  });

  test('is a matter of twins alone', async () => {
    expect(await onItsServer(SOUND, new Map(), async () => ended('failed'), turnedRound)).toEqual(
      ended('failed'),
    );
  });
});
