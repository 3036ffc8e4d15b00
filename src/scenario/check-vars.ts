import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import type { Place } from '../model/source.ts';
import { nearest } from '../validator/nearest.ts';
import { lookUp } from './interpolate.ts';
import type { OpenFile } from './open.ts';
import type { Mention } from './placeholders.ts';
import { isSavedBefore, type Saved, savedBefore, savedBy, savedIn } from './saved.ts';
import { childOf, entriesOf } from './tree.ts';

/** Of the names that would be right. */
const SHOWN = 20;

/** What a scenario's own names are looked up in. */
export interface Names {
  readonly file: string;
  readonly vars: JsonObject;
  readonly saved: Saved;
  /** By name: the first scenario of the suite that has such a value. */
  readonly owners: ReadonlyMap<string, string>;
  /** Names that were looked for, with their nearest: a file may repeat one without end. */
  readonly sought: Map<string, string | null>;
}

/** The names of values that the scenarios of a suite have, each with the first one's path. */
export function ownersOf(files: readonly OpenFile[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { file, tree } of files) {
    const vars = entriesOf(childOf(tree, 'vars')).map(({ key }) => key);
    for (const name of [...vars, ...savedIn(tree).keys()]) {
      if (!owners.has(name)) owners.set(name, file.path);
    }
  }
  return owners;
}

export function checkVars(
  names: Names,
  path: readonly string[],
  { home, place }: Mention,
): Diagnostic | null {
  const { vars, saved } = names;
  const [first = ''] = path;
  if (String(home[0]) === 'vars') {
    const placeholder = `\${vars.${path.join('.')}}`;
    return { code: 'placeholder_not_here', placeholder, where: '`vars` itself', place };
  }
  if (lookUp(vars, path) !== undefined) return null;
  if (isSavedBefore(saved, first, home)) return null;
  const known = [...Object.keys(vars), ...savedBefore(saved, home)].map((each) => `vars.${each}`);
  const shown = known.slice(0, SHOWN);
  const name = `vars.${path.join('.')}`;
  const unknown = { code: 'unknown_placeholder', name, known: shown, place } as const;
  const by = savedBy(saved, first);
  if (by !== null) return { ...unknown, nearest: null, savedBy: by };
  const near = nearestName(name, known, names);
  // What is meant may not be there yet.
  const nearBy = near === null || known.includes(near) ? null : savedBy(saved, near.slice(5));
  const owner = near === null ? names.owners.get(first) : undefined;
  return {
    ...unknown,
    nearest: near,
    ...(nearBy === null ? {} : { savedBy: nearBy }),
    ...(owner === undefined || owner === names.file ? {} : { elsewhere: owner }),
  };
}

function nearestName(
  name: string,
  known: readonly string[],
  { saved, sought }: Names,
): string | null {
  const found = sought.get(name);
  if (found !== undefined) return found;
  const near = nearest(name, [...known, ...[...saved.keys()].map((each) => `vars.${each}`)]);
  sought.set(name, near);
  return near;
}

/** Every case must have it: each is a run of its own. */
export function checkCase({ kind, tree }: OpenFile, name: string, place: Place): Diagnostic | null {
  const cases = kind === 'scenario' ? entriesOf(childOf(tree, 'cases')) : [];
  const lacking = cases.filter(({ value }) => childOf(value, name) === undefined);
  if (cases.length > 0 && lacking.length === 0) return null;
  const known = [
    ...new Set(cases.flatMap(({ value }) => entriesOf(value).map(({ key }) => `case.${key}`))),
  ];
  const full = `case.${name}`;
  if (lacking.length < cases.length) {
    const names = lacking.map(({ key }) => key);
    return { code: 'unknown_placeholder', name: full, nearest: null, known, lacking: names, place };
  }
  return { code: 'unknown_placeholder', name: full, nearest: nearest(full, known), known, place };
}
