import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { RunEvent } from '../model/event.ts';
import { err, ok, type Result } from '../model/result.ts';
import { attempt } from '../report/attempt.ts';
import { fileSink } from '../report/file-sink.ts';
import type { Mask } from '../report/redact.ts';
import { findReporter } from '../report/registry.ts';
import type { Reporter, RunSummary } from '../report/reporter.ts';
import type { Sink } from '../report/sink.ts';
import type { ReporterChoice, RunOptions } from './options.ts';

export interface OutputDeps {
  readonly version: string;
  readonly cwd: string;
  /** Whether standard output, and standard error, take colours. */
  readonly colour: boolean;
  readonly errorColour: boolean;
  /** Columns of the terminal that standard output is; null when it is none. */
  readonly terminalWidth: number | null;
  readonly openStdout: () => Sink;
  /** Aborted by the first signal that asks the program to end. */
  readonly signal: AbortSignal;
}

/** The reporters of a run, each with the place that it writes to. */
export interface Reports {
  event(event: RunEvent): void;
  /** Writes the ends; each gives a line for every report that could not be written whole. */
  endFiles(summary: RunSummary): Promise<readonly string[]>;
  /** Writes those files again that can be: for a verdict that has changed since. */
  rewriteFiles(summary: RunSummary): Promise<readonly string[]>;
  /** Comes last: what people read of the verdict knows of the files. */
  endTerminal(summary: RunSummary): Promise<readonly string[]>;
}

interface OpenReport {
  readonly reporter: Reporter;
  readonly sink: Sink;
  /** Null for standard output. */
  readonly file: string | null;
}

/**
 * Opens every report before anything runs: a path that can't be written is told at once, and so is
 * one of the `inputs`, the files that the run itself is read from.
 */
export function openReports(
  options: RunOptions,
  deps: OutputDeps,
  mask: Mask,
  inputs: readonly string[],
): Result<Reports, readonly Diagnostic[]> {
  const choices = withTerminal(options.reporters);
  const diagnostics: Diagnostic[] = [
    ...sharedPlaces(choices, deps.cwd),
    ...overInputs(choices, inputs.map(realPath), deps.cwd),
  ];
  const open: OpenReport[] = [];
  for (const choice of choices) {
    const report = openReport(choice, options, { ...deps, mask });
    if (report.ok) open.push(report.value);
    else diagnostics.push(report.error);
  }
  return diagnostics.length > 0 ? err(diagnostics) : ok(reportsOf(open));
}

/** With reports in files only, the terminal still tells the verdict. */
function withTerminal(choices: readonly ReporterChoice[]): readonly ReporterChoice[] {
  const toTerminal = choices.some(({ file }) => file === null);
  return toTerminal ? choices : [{ name: 'pretty', file: null }, ...choices];
}

function sharedPlaces(choices: readonly ReporterChoice[], cwd: string): readonly Diagnostic[] {
  const places = choices.map(({ file }) => (file === null ? null : resolve(cwd, file)));
  const shared = choices.filter((_, index) => places.indexOf(places[index] ?? null) < index);
  return shared.map(({ name, file }) => {
    const where = file === null ? 'standard output' : file;
    const problem = `another reporter writes to ${where} already`;
    return { code: 'bad_option', option: `--reporter ${name}`, problem, place: null };
  });
}

function overInputs(
  choices: readonly ReporterChoice[],
  inputs: readonly string[],
  cwd: string,
): readonly Diagnostic[] {
  return choices.flatMap(({ name, file }) => {
    if (file === null || !inputs.includes(realPath(resolve(cwd, file)))) return [];
    const problem = `${file} is an input of this run, which the report would replace`;
    return [{ code: 'bad_option', option: `--reporter ${name}`, problem, place: null }];
  });
}

function realPath(path: string): string {
  const real = attempt(() => realpathSync(path));
  return real.ok ? real.value : path;
}

function openReport(
  { name, file }: ReporterChoice,
  options: RunOptions,
  deps: OutputDeps & { readonly mask: Mask },
): Result<OpenReport, Diagnostic> {
  const found = findReporter(name);
  const option = `--reporter ${name}`;
  if (found.kind === 'not_yet')
    return err({ code: 'not_supported_yet', what: option, place: null });
  if (found.kind === 'unknown') {
    const problem = `there is no such reporter; known: ${found.known.join(', ')}`;
    return err({ code: 'bad_option', option, problem, place: null });
  }
  const sink =
    file === null ? ok(deps.openStdout()) : fileSink(resolve(deps.cwd, file), deps.signal);
  if (!sink.ok) {
    const problem = `${file} can't be written: ${sink.error}`;
    return err({ code: 'bad_option', option, problem, place: null });
  }
  const reporter = found.create({
    version: deps.version,
    colour: file === null && deps.colour && options.colour,
    terminalWidth: file === null ? deps.terminalWidth : null,
    mask: deps.mask,
    verbosity: options.verbosity,
  });
  return ok({ reporter, sink: sink.value, file });
}

function reportsOf(open: readonly OpenReport[]): Reports {
  return {
    event: (event) => {
      for (const { reporter, sink } of open) sink.write(reporter.event(event));
    },
    endFiles: (summary) => endAll(open.filter(isToFile), summary),
    rewriteFiles: (summary) =>
      endAll(
        open.filter(({ sink }) => sink.replaceable),
        summary,
      ),
    endTerminal: (summary) =>
      endAll(
        open.filter((report) => !isToFile(report)),
        summary,
      ),
  };
}

function isToFile({ file }: OpenReport): boolean {
  return file !== null;
}

async function endAll(
  open: readonly OpenReport[],
  summary: RunSummary,
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const { reporter, sink, file } of open) {
    const finished = await sink.finish(reporter.end(summary));
    const where = file ?? 'standard output';
    if (!finished.ok) lost.push(`the report to ${where} was not written: ${finished.error}`);
  }
  return lost;
}
