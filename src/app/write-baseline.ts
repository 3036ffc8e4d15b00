import { dirname, isAbsolute, join } from 'node:path';
import type { Baseline, Contract } from '../model/contract.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { differences } from '../model/difference.ts';
import type { Suite } from '../model/suite.ts';
import { baselineText, type Unkept, unfitText, unkeptText } from '../report/baseline-text.ts';
import { escapeJson } from '../report/escape.ts';
import { fileSink } from '../report/file-sink.ts';
import { type Listing, newBaseline } from '../run/listing.ts';
import { isCi } from '../scenario/in-ci.ts';
import type { ToolsOptions } from './options.ts';

interface WriteDeps {
  readonly writeError: (text: string) => void;
  readonly signal: AbortSignal;
}

const OK = 0;
const UNFIT = 1;
const UNTOLD = 3;

/** Why no baseline is written with these options here. */
export function baselineMistakes(
  { writeBaseline: isAsked, json, command, mcpConfig, url }: ToolsOptions,
  env: Readonly<Record<string, string | undefined>>,
): readonly Diagnostic[] {
  if (!isAsked) return [];
  if (isCi(env)) return bad('in CI a baseline is held, not written: CI is set');
  if (json) return bad('it writes the list into a file, and "--json" shows one: give one of them');
  const others = [
    command === null ? [] : ['--command'],
    mcpConfig === null ? [] : ['--mcp-config'],
    url === null ? [] : ['--url'],
  ].flat();
  return others.length === 0
    ? []
    : bad(`a baseline is the list of the suite's own server, and ${others[0]} names another`);
}

/** A suite that does not say where its baseline is. */
export function unplacedBaseline({ contract }: Suite): readonly Diagnostic[] {
  return (contract?.baseline ?? null) === null
    ? bad('the suite has no contract with a "baseline" that says where it is')
    : [];
}

function bad(problem: string): readonly Diagnostic[] {
  return [{ code: 'bad_option', option: '--write-baseline', problem, place: null }];
}

/** Puts the list into its file, and tells what has become of the one before. */
export async function writeBaseline(
  listing: Listing,
  suite: Suite,
  redact: <T>(told: T) => T,
  { writeError, signal }: WriteDeps,
): Promise<number> {
  const { contract } = suite;
  const baseline = contract?.baseline;
  if (!contract || !baseline) throw new Error('a baseline without a place');
  const path = shownPath(baseline, contract);
  const { tools, unfit, ...told } = newBaseline(listing, suite, baseline);
  if (unfit.length > 0) {
    writeError(unfitText(path, unfit));
    return UNFIT;
  }
  const unkept = unkeptIn(tools, redact);
  if (unkept !== null) {
    writeError(unkeptText(path, unkept));
    return UNFIT;
  }
  const sink = fileSink(baseline.absolute, signal);
  const text = `${escapeJson(JSON.stringify({ tools }, null, 2))}\n`;
  const written = sink.ok ? await sink.value.finish(text) : sink;
  const { server, tools: all } = listing;
  const isLive = suite.mode === 'live';
  writeError(baselineText({ path, server, isLive, count: all.length, ...told, written }));
  return written.ok ? OK : UNTOLD;
}

function unkeptIn(tools: Baseline['tools'], redact: <T>(told: T) => T): Unkept | null {
  const names = Object.keys(tools);
  if (names.length === 0) return { why: 'empty' };
  for (const tool of names) {
    const told = { tool, value: tools[tool] ?? null };
    const text = JSON.stringify(told);
    if (JSON.stringify(redact(told)) !== text) return { why: 'secret', tool };
    const kept = JSON.parse(text) as typeof told;
    if (differences(told.value, kept.value, false).length > 0) return { why: 'inexact', tool };
  }
  return null;
}

/** As seen from the working directory, and not from the suite. */
function shownPath({ path }: Baseline, { place }: Contract): string {
  return isAbsolute(path) ? path : join(dirname(place.file.path), path);
}
