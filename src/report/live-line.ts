import { escapeLine } from './escape.ts';
import { fitWidth } from './width.ts';

/** Below it the line would say nothing. */
const MIN_WIDTH = 20;
const ERASE = '\r\x1b[2K';

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** Ids of the scenarios that run now. */
  readonly running: readonly string[];
}

/** A last line that is rewritten as the run goes on. Erased before anything else is printed. */
export class LiveLine {
  readonly #width: number | null;
  #shown = '';

  constructor(width: number | null) {
    this.#width = width === null || width < MIN_WIDTH ? null : width;
  }

  /** The text to write so that `lines` stand above the live line. */
  over(lines: string, progress: Progress | null): string {
    const next = progress === null || this.#width === null ? '' : lineText(progress, this.#width);
    if (lines === '' && next === this.#shown) return '';
    const erase = this.#shown === '' ? '' : ERASE;
    this.#shown = next;
    return `${erase}${lines}${next}`;
  }
}

function lineText({ done, total, failed, running }: Progress, width: number): string {
  const bad = failed === 0 ? '' : `, ${failed} not passed`;
  const names = running.map(escapeLine).join(', ');
  // The last column stays free: some terminals wrap when it is written.
  return fitWidth(`${done}/${total}${bad}  ${names}`, width - 1);
}
