import type { ServerExit } from '../model/outcome.ts';
import type { ServerTail } from '../model/trouble.ts';
import type { SequenceRun } from './ending.ts';
import { withLate } from './late.ts';
import { clientsOf } from './lease.ts';
import type { PhaseContext } from './phases.ts';
import { takeTraffic } from './traffic.ts';

type SettleContext = Pick<PhaseContext, 'scenario' | 'suite' | 'lease' | 'emit'>;

export interface Released {
  readonly ran: SequenceRun;
  /** As it was before the runner ended the server: its exit is the server's own doing. */
  readonly tail: ServerTail;
  /** How it ended by itself once its input had ended, or before. */
  readonly exit: ServerExit | null;
}

/** Gives the server back; what it asks until then, while it ends as well, counts for the last call. */
export async function release(
  ran: SequenceRun,
  fit: boolean,
  context: SettleContext & Pick<PhaseContext, 'leases'>,
): Promise<Released> {
  const { leases, suite, lease } = context;
  const tail = lease.connection.tail();
  const exit = await leases.release(suite, lease, fit);
  return { ran: settle(ran, context), tail, exit };
}

/** With all that has come since the last call, or since this was asked last. */
export function settle(ran: SequenceRun, context: SettleContext): SequenceRun {
  const { scenario, suite, lease, emit } = context;
  const { changed, ...rest } = withLate(scenario, suite, ran, takeTraffic(lease, clientsOf(lease)));
  if (changed !== null) emit({ type: 'step_graded', id: scenario.id, step: changed });
  return rest;
}
