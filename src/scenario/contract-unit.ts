import type { Contract } from '../model/contract.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Place, SourceFile } from '../model/source.ts';
import type { Suite } from '../model/suite.ts';

/** A contract as a unit of a run: a scenario without steps, which are made when the tools are known. */
export interface ContractUnit {
  readonly contract: Contract;
  readonly scenario: Scenario;
}

/** Null when the suite has none. */
export function contractUnit({ contract }: Suite): ContractUnit | null {
  if (contract === null) return null;
  const { place, twin } = contract;
  const suffix = twin === null ? '' : `@${twin.name}`;
  const scenario: Scenario = {
    ...emptyScenario(`contract${suffix}`, place),
    id: `${place.file.path}${suffix}`,
    live: true,
    twin: twin === null ? null : { ...twin, of: place.file.path },
  };
  return { contract, scenario };
}

const NO_FILE: SourceFile = { path: '', absolute: '', text: '' };

/** What a connection is opened for when no scenario is run on it. */
export function emptyScenario(name: string, at: Place | null): Scenario {
  const place = at ?? { file: NO_FILE, span: { start: 0, end: 0 } };
  return {
    ...{ id: name, file: place.file, name, description: null, tags: [], skip: null, place },
    ...{ live: false, allowDestructive: false, vars: {}, routes: {}, policy: null, repeat: null },
    ...{ variant: null, twin: null, env: {}, files: null, roots: null },
    ...{ setup: [], steps: [], teardown: [], assertions: [] },
  };
}
