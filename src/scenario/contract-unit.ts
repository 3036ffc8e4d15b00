import type { Contract } from '../model/contract.ts';
import type { Scenario } from '../model/scenario.ts';
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
  const suffix = twin === null ? '' : `@${twin}`;
  const scenario: Scenario = {
    id: `${place.file.path}${suffix}`,
    file: place.file,
    name: `contract${suffix}`,
    description: null,
    tags: [],
    skip: null,
    live: true,
    allowDestructive: false,
    vars: {},
    routes: {},
    policy: null,
    repeat: null,
    variant: null,
    twin,
    env: {},
    files: null,
    roots: null,
    setup: [],
    steps: [],
    teardown: [],
    assertions: [],
    place,
  };
  return { contract, scenario };
}
