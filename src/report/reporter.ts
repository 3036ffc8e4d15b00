import type { Diagnostic } from '../model/diagnostic.ts';
import type { RunEvent } from '../model/event.ts';
import type { RunResult } from '../model/run-result.ts';
import type { Mask } from './redact.ts';
/** Turns a run into text. Pure: the sink writes what it returns. */
export interface Reporter {
  /** Text to write as the event happens; often empty. */
  event(event: RunEvent): string;
  /** Text to write when the run is over (or cut): the whole report, for a file. */
  end(summary: RunSummary): string;
}

export interface RunSummary {
  readonly result: RunResult;
  readonly exitCode: number;
  /** Why nothing could be run at all. */
  readonly refused?: readonly Diagnostic[];
}

export interface ReportOptions {
  readonly version: string;
  readonly colour: boolean;
  /** The terminal's width when text goes to one: then a live line may be shown. */
  readonly terminalWidth: number | null;
  /** Replaces secrets; every text that is told passes it before it is cut or escaped. */
  readonly mask: Mask;
  readonly verbosity: 'quiet' | 'normal' | 'verbose';
}

export type CreateReporter = (options: ReportOptions) => Reporter;
