import type { RunEvent } from '../model/event.ts';
import { foldEvents } from '../model/fold.ts';
import { createPretty } from './pretty.ts';
import { NO_MASK } from './redact.ts';
import type { ReportOptions } from './reporter.ts';

export const OPTIONS: ReportOptions = {
  version: '1.2.3',
  colour: false,
  terminalWidth: null,
  mask: NO_MASK,
  verbosity: 'normal',
};

/** All that the reporter writes of a run. */
export function pretty(
  events: readonly RunEvent[],
  exitCode: number,
  change: Partial<ReportOptions> = {},
): string {
  const reporter = createPretty({ ...OPTIONS, ...change });
  const told = events.map((event) => reporter.event(event)).join('');
  return told + reporter.end({ result: foldEvents(events), exitCode });
}
