import { type Place, positionOf } from '../model/source.ts';
import { escapeLine } from './escape.ts';
import type { Style } from './style.ts';
import { headOf, tailOf } from './truncate.ts';
import { widthOf } from './width.ts';

/** Columns around a mark: a longer line is cut there, whatever the terminal's width. */
const BEFORE = 60;
const MARKED = 80;
const AFTER = 40;

/** `path:line:col`, which editors and terminals make a link of. */
export function location(place: Place): string {
  const { line, column } = positionOf(place.file.text, place.span.start);
  return `${escapeLine(place.file.path)}:${line}:${column}`;
}

/** The line where a span starts, and a second one that underlines it. */
export function codeFrame({ file, span }: Place, style: Style): string[] {
  const { line } = positionOf(file.text, span.start);
  const { before, marked, after } = splitLine(file.text, span);
  const lead = showLead(before);
  const shown = showPart(headOf(marked, MARKED)) + (marked.length > MARKED ? '…' : '');
  const rest = marked.length > MARKED ? '' : showRest(after);
  const number = String(line);
  const indent = ' '.repeat(widthOf(lead));
  const carets = '^'.repeat(Math.max(1, widthOf(shown)));
  const gutter = (label: string): string => style.faint(`${label} |`);
  return [
    `${gutter(number)} ${lead}${shown}${rest}`.trimEnd(),
    `${gutter(' '.repeat(number.length))} ${indent}${style.bad(carets)}`,
  ];
}

interface SplitLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Cuts the span's first line in three. A span of several lines is marked to the end of its first. */
function splitLine(text: string, { start, end }: Place['span']): SplitLine {
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const feed = text.indexOf('\n', start);
  const lineEnd = feed === -1 ? text.length : feed;
  const markEnd = Math.min(Math.max(start, end), lineEnd);
  const marked = text.slice(start, markEnd);
  return {
    before: text.slice(lineStart, start),
    marked: markEnd === lineEnd ? marked.trimEnd() : marked,
    after: text.slice(markEnd, lineEnd).trimEnd(),
  };
}

function showLead(before: string): string {
  return before.length > BEFORE ? `…${showPart(tailOf(before, BEFORE))}` : showPart(before);
}

function showRest(after: string): string {
  return after.length > AFTER ? `${showPart(headOf(after, AFTER))}…` : showPart(after);
}

/** A tab has no width of its own, so that the mark below is right. */
function showPart(text: string): string {
  return text.split('\t').map(escapeLine).join('  ');
}
