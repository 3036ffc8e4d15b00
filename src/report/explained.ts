import type { Excerpt } from '../model/assertion.ts';
import { unreachable } from '../model/result.ts';
import { escapeBlock, escapeLine } from './escape.ts';
import { PLAIN, type Style } from './style.ts';
import { cutMiddle, headOf, tailOf } from './truncate.ts';
import { widthOf } from './width.ts';
import { plural } from './words.ts';
/** One cause, in words. All of its texts are untrusted until they are shown by this file. */
export interface Explained {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** What to do about it. */
  readonly hints: readonly string[];
}

export type Fact =
  | { readonly kind: 'plain'; readonly label: string; readonly text: string }
  | { readonly kind: 'quoted'; readonly label: string; readonly text: string }
  | ExcerptFact
  | { readonly kind: 'block'; readonly label: string; readonly text: string };

interface ExcerptFact {
  readonly kind: 'excerpt';
  readonly label: string;
  readonly excerpt: Excerpt;
  /** Whether the focus is worth underlining. */
  readonly mark: boolean;
  readonly note: string | null;
}

const LINE_LIMIT = 400;
/** Little, so that the mark still stands below its text in a narrow window. */
const AROUND = 30;
const FOCUS = 240;
const MAX_MARK = 80;
const MIN_LABEL = 8;
const LABEL = 80;
const BLOCK: BlockLimits = { lines: 20, keep: 'head' };

/** One line, escaped and bounded. */
export function showLine(text: string, limit: number = LINE_LIMIT): string {
  return escapeLine(cutMiddle(text, limit));
}

/** The facts and hints as lines under the title. */
export function explainedLines(explained: Explained, style: Style): string[] {
  // A label may be the name that a server gives to a tool.
  const facts = explained.facts.map((fact) => ({ ...fact, label: showLine(fact.label, LABEL) }));
  const column = Math.max(MIN_LABEL, ...facts.map((fact) => fact.label.length)) + 2;
  return [
    ...facts.flatMap((fact) => factLines(fact, column, style)),
    ...explained.hints.map((hint) => style.accent(showLine(hint))),
  ];
}

/** The whole cause as plain text, for a machine's report. */
export function messageOf(explained: Explained): string {
  const facts = explained.facts.map((fact) =>
    fact.kind === 'excerpt' ? { ...fact, mark: false } : fact,
  );
  const lines = explainedLines({ ...explained, facts }, PLAIN);
  return [showLine(explained.title), ...lines].join('\n');
}

function factLines(fact: Fact, column: number, style: Style): string[] {
  const label = style.faint(fact.label.padEnd(column));
  switch (fact.kind) {
    case 'plain':
      return [`${label}${showLine(fact.text)}`];
    case 'quoted':
      return [`${label}"${showLine(fact.text)}"`];
    case 'excerpt':
      return excerptLines(fact, label, column, style);
    case 'block':
      return [style.faint(fact.label), ...blockLines(fact.text, BLOCK, style)];
    default:
      return unreachable(fact);
  }
}

function excerptLines(fact: ExcerptFact, label: string, column: number, style: Style): string[] {
  const { excerpt } = fact;
  const cutBefore = excerpt.cutBefore || excerpt.before.length > AROUND;
  const cutAfter = excerpt.cutAfter || excerpt.after.length > AROUND;
  const lead = `"${cutBefore ? '…' : ''}${escapeLine(tailOf(excerpt.before, AROUND))}`;
  const focus = showLine(excerpt.focus, FOCUS);
  const rest = `${escapeLine(headOf(excerpt.after, AROUND))}${cutAfter ? '…' : ''}"`;
  const note = fact.note === null ? '' : `  ${style.warn(`(${fact.note})`)}`;
  const shown = `${label}${lead}${focus}${rest}${note}`;
  const width = widthOf(focus);
  if (!fact.mark || width === 0 || width > MAX_MARK) return [shown];
  const indent = ' '.repeat(column + widthOf(lead));
  return [shown, `${indent}${style.bad('^'.repeat(width))}`];
}

export interface BlockLimits {
  readonly lines: number;
  readonly keep: 'head' | 'tail';
}

const BLOCK_LINE = 200;

/** Several lines of a text behind a bar, escaped and bounded. */
export function blockLines(text: string, limits: BlockLimits, style: Style): string[] {
  const all = text.trimEnd().split('\n');
  const kept = limits.keep === 'head' ? all.slice(0, limits.lines) : all.slice(-limits.lines);
  const left = all.length - kept.length;
  const bar = style.faint('|');
  const lines = kept.map((line) =>
    `${bar} ${escapeBlock(cutMiddle(line.replace(/\r$/, ''), BLOCK_LINE))}`.trimEnd(),
  );
  if (left === 0) return lines;
  const more = style.faint(`| … ${plural(left, 'more line')}`);
  return limits.keep === 'head' ? [...lines, more] : [more, ...lines];
}
