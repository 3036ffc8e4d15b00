import picocolors from 'picocolors';

type Paint = (text: string) => string;

/** The roles that colour plays; the only place that knows colours. */
export interface Style {
  readonly good: Paint;
  readonly bad: Paint;
  readonly warn: Paint;
  readonly accent: Paint;
  readonly strong: Paint;
  readonly faint: Paint;
}

export function createStyle(colour: boolean): Style {
  const colours = picocolors.createColors(colour);
  return {
    good: colours.green,
    bad: colours.red,
    warn: colours.yellow,
    accent: colours.cyan,
    strong: colours.bold,
    faint: colours.dim,
  };
}

export const PLAIN: Style = createStyle(false);
