/** How often a scenario is run, and how many of these runs must pass. */
export interface Repeat {
  readonly times: number;
  readonly minPass: number;
}

/**
 * `shown`: the place among its runs, from 0, of the one whose steps, checks and trouble are shown
 * as the scenario's; null when none was begun.
 */
export interface Repeated extends Repeat {
  readonly shown: number | null;
}

export interface Repeats<Run> extends Repeated {
  /** In their order; fewer than `times` when the run was cut. */
  readonly runs: readonly Run[];
}
