import type { Diagnostic } from '../model/diagnostic.ts';
import type { Place } from '../model/source.ts';
import { codeFrame, location } from './code-frame.ts';
import { wordDiagnostic } from './diagnostic-text.ts';
import { disarm, escapeLine } from './escape.ts';
import type { Style } from './style.ts';
import { cutMiddle } from './truncate.ts';
import { plural } from './words.ts';

const LINE_LIMIT = 2000;

/** All mistakes of all files, in the order of the files, and a last line that counts them. */
export function renderDiagnostics(list: readonly Diagnostic[], style: Style): string {
  const sorted = inFileOrder(list);
  // Two scenarios can run into one and the same mistake of their suite.
  const texts = [...new Set(sorted.map((diagnostic) => render(diagnostic, style)))];
  if (texts.length === 0) return '';
  const count = style.strong(style.bad(countLine(texts.length, sorted)));
  return disarm(`${texts.join('\n')}\n${count}\n`);
}

/** By file and position. */
export function inFileOrder(list: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...list].sort(byPlace);
}

function render(diagnostic: Diagnostic, style: Style): string {
  const { title, help } = wordDiagnostic(diagnostic);
  const subject = subjectOf(diagnostic) ?? style.bad('error');
  const lines = [`${style.strong(subject)}: ${showLine(title)}`];
  if (diagnostic.place !== null) lines.push(...indented(codeFrame(diagnostic.place, style)));
  lines.push(...indented(related(diagnostic, style)));
  lines.push(...help.map((line) => `  ${style.accent(showLine(line))}`));
  return `${lines.join('\n')}\n`;
}

function related(diagnostic: Diagnostic, style: Style): string[] {
  if (!('first' in diagnostic)) return [];
  return [
    `first written here: ${location(diagnostic.first)}`,
    ...codeFrame(diagnostic.first, style),
  ];
}

function subjectOf(diagnostic: Diagnostic): string | null {
  if (diagnostic.place !== null) return location(diagnostic.place);
  switch (diagnostic.code) {
    case 'file_unreadable':
    case 'file_too_large':
    case 'not_utf8':
    case 'not_yaml_file':
    case 'suite_as_scenario':
      return escapeLine(diagnostic.path);
    default:
      return null;
  }
}

function fileOf(diagnostic: Diagnostic): string {
  if (diagnostic.place !== null) return diagnostic.place.file.path;
  return subjectOf(diagnostic) ?? '';
}

function byPlace(one: Diagnostic, other: Diagnostic): number {
  const [file, otherFile] = [fileOf(one), fileOf(other)];
  if (file !== otherFile) return file < otherFile ? -1 : 1;
  return startOf(one.place) - startOf(other.place);
}

function startOf(place: Place | null): number {
  return place?.span.start ?? -1;
}

function countLine(count: number, list: readonly Diagnostic[]): string {
  const files = new Set(list.map(fileOf).filter((file) => file !== ''));
  const where = files.size === 0 ? '' : ` in ${plural(files.size, 'file')}`;
  return `${plural(count, 'error')}${where}, nothing was run`;
}

function showLine(text: string): string {
  return escapeLine(cutMiddle(text, LINE_LIMIT));
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
