/** A bounded cut of a text: `before` and `after` surround the part that matters. */
export interface Excerpt {
  readonly before: string;
  readonly focus: string;
  readonly after: string;
  /** Offset of `focus` in the whole text, in UTF-16 units. */
  readonly offset: number;
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/** The part of the text that is most like what was expected, and how it differs. */
export interface Nearest {
  readonly excerpt: Excerpt;
  readonly differs: 'case' | 'white_space' | 'unicode' | 'letters';
}
