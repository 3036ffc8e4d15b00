import type { Capability } from '../model/outcome.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import { expandText, type Scope } from '../scenario/interpolate.ts';
import type { ClientFace } from '../target/connection.ts';
import type { Script } from './script.ts';

/** What the client declares for a scenario: what its steps script, and nothing more. */
export function faceOf(scenario: Scenario, scope: Scope, script: Script): ClientFace {
  return {
    ...declared(scenario),
    roots:
      scenario.roots?.map(({ uri, name }) => ({
        uri: expandText(uri, scope),
        name: name === null ? null : expandText(name, scope),
      })) ?? null,
    answer: (request) => script.answer(request),
  };
}

/** A server may list other tools for such a client, and refuse what it would have to ask about. */
export function declaresNothing(scenario: Scenario): boolean {
  return undeclaredBy(scenario).length === 3;
}

export function undeclaredBy(scenario: Scenario): readonly Capability[] {
  const { elicitation, sampling } = declared(scenario);
  return [
    ...(elicitation === null ? (['elicitation'] as const) : []),
    ...(sampling ? [] : (['sampling'] as const)),
    ...(scenario.roots === null ? (['roots'] as const) : []),
  ];
}

function declared({ setup, steps, teardown }: Scenario) {
  const all = [...setup, ...steps, ...teardown];
  const answers = all.flatMap((step) => step.elicitation ?? []);
  return {
    elicitation: all.some((step) => step.elicitation !== null)
      ? { url: answers.some(({ mode }) => mode === 'url') }
      : null,
    sampling: all.some((step) => step.sampling !== null),
  };
}

/** Scenarios with equal keys may share a connection. */
export function shareKey(scenario: Scenario): string {
  const { env, files, roots } = scenario;
  return JSON.stringify([declared(scenario), ...withValues(scenario, [env, files, roots])]);
}

/** Scenarios with equal keys may share a process. */
export function processKey(scenario: Scenario): string {
  return JSON.stringify(withValues(scenario, [scenario.env, scenario.files]));
}

/** Scenarios with equal keys get the same server, of which a crash is told by the last of them. */
export function sharedKey(scenario: Scenario, isolation: Suite['isolation']): string {
  switch (isolation) {
    case 'scenario':
      return scenario.id;
    case 'session':
      return processKey(scenario);
    case 'suite':
      return shareKey(scenario);
  }
}

/** With the values of the scenario that may stand in what it brings along. */
function withValues({ id, vars, variant }: Scenario, brought: readonly unknown[]) {
  const text = JSON.stringify(brought);
  const values = /\$\{(?:vars|case)\./.test(text) ? [vars, variant?.values ?? {}] : [];
  // A value that is new each time is nobody else's.
  const isNew = JSON.stringify([brought, values]).includes('${uuid}');
  return [...brought, ...values, ...(isNew ? [id] : [])];
}
