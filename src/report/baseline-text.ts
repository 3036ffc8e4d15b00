import type { ToolFinding } from '../model/contract.ts';
import type { ServerInfo } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import { flawTexts } from './contract-text.ts';
import { escapeLine } from './escape.ts';
import { showLine } from './explained.ts';
import { plural, someOf } from './words.ts';

const NAME = 200;
const NAMES = 20;

/** A list that was to be written down. */
export interface WrittenBaseline {
  /** As seen from the working directory. */
  readonly path: string;
  readonly server: ServerInfo;
  readonly isLive: boolean;
  readonly count: number;
  /** In what it differs from the one before; null: there was none. */
  readonly drift: readonly ToolFinding[] | null;
  /** Why clients refuse it all the same. */
  readonly refused: readonly ToolFinding[];
  readonly written: Result<void, string>;
}

export function baselineText(baseline: WrittenBaseline): string {
  const { path, server, isLive, count, drift, refused, written } = baseline;
  if (!written.ok) {
    return `error: the baseline ${escapeLine(path)} was not written: ${escapeLine(written.error)}\n`;
  }
  const of = `${isLive ? 'the live server ' : ''}${showLine(server.name, NAME)} ${showLine(server.version, NAME)}`;
  const lines = [
    `${escapeLine(path)}: ${plural(count, 'tool')} of ${of}`,
    ...(drift === null ? [] : driftLines(drift)),
    ...flawLines(refused, 'note: '),
  ];
  return `${lines.join('\n')}\n`;
}

/** Why a list cannot be written down by name. */
export function unfitText(path: string, findings: readonly ToolFinding[]): string {
  const lines = [
    `error: the baseline ${escapeLine(path)} was not written: the list is not whole, or its tools have no names of their own`,
    ...flawLines(findings, '  '),
  ];
  return `${lines.join('\n')}\n`;
}

/** Why a list is not for a file that is to be committed, and held against later. */
export type Unkept =
  | { readonly why: 'empty' }
  | { readonly why: 'secret' | 'inexact'; readonly tool: string };

export function unkeptText(path: string, unkept: Unkept): string {
  return `error: the baseline ${escapeLine(path)} was not written: ${unkeptReason(unkept)}\n`;
}

function unkeptReason(unkept: Unkept): string {
  switch (unkept.why) {
    case 'empty':
      return 'the server lists no tool';
    case 'secret':
      return `the list has a secret in it, at the tool ${showLine(unkept.tool, NAME)}`;
    case 'inexact':
      return `the list has a number that JSON cannot hold, at the tool ${showLine(unkept.tool, NAME)}`;
  }
}

function driftLines(drift: readonly ToolFinding[]): string[] {
  if (drift.length === 0) return ['  as it was'];
  const kinds = [
    ['added', 'tool_added'],
    ['removed', 'tool_removed'],
    ['changed', 'tool_changed'],
  ] as const;
  return kinds.flatMap(([word, code]) => {
    const names = drift
      .filter((each) => each.code === code)
      .map(({ tool }) => showLine(tool, NAME));
    return names.length === 0 ? [] : [`  ${word}: ${someOf(names, NAMES)}`];
  });
}

function flawLines(findings: readonly ToolFinding[], lead: string): string[] {
  return findings.flatMap(({ tool, ...flaw }) =>
    flawTexts(flaw).map((text) => `${lead}${showLine(`${tool}: ${text}`)}`),
  );
}
