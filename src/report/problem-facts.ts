import type { SchemaProblem } from '../model/schema-problem.ts';
import type { Fact } from './explained.ts';
import { valueText } from './value-text.ts';
import { plural, quoted, someOf } from './words.ts';

const SHOWN = 10;
const CAME = 80;
const NAMES = 8;

/** Where a value breaks a schema: the first places. */
export function problemFacts(problems: readonly SchemaProblem[]): Fact[] {
  return problems.slice(0, SHOWN).map(problemFact);
}

export function moreProblems({ length }: readonly unknown[]): string[] {
  return length > SHOWN ? [`and ${plural(length - SHOWN, 'more problem')}`] : [];
}

function problemFact({ path, message, nearest, came, known }: SchemaProblem): Fact {
  const where = path === '' ? '' : `${path} `;
  const hint = nearest === null ? knownText(known) : ` (did you mean ${quoted(nearest)}?)`;
  const actual = came === undefined ? '' : `, came ${valueText(came, CAME)}`;
  return { kind: 'plain', label: 'problem', text: `${where}${message}${actual}${hint}` };
}

function knownText(known: readonly string[] | undefined): string {
  if (known === undefined) return '';
  return ` (the schema names ${known.length === 0 ? 'none' : someOf(known.map(quoted), NAMES)})`;
}
