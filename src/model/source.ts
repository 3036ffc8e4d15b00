/** Offsets into a source text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** No file of a suite's author is larger. */
export const MAX_FILE_BYTES: number = 1024 * 1024;

/** A file as it was read. `path` is shown to people: relative to the working directory, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly absolute: string;
  readonly text: string;
}

export interface Place {
  readonly file: SourceFile;
  readonly span: Span;
}

/** A value and where its author wrote it. */
export interface Located<T> {
  readonly value: T;
  readonly place: Place;
}

/** 1-based line and column (in UTF-16 units) of an offset. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  let line = 1;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1;
  return { line, column: offset - lastBreak };
}
