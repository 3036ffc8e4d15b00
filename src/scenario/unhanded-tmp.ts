import type { Diagnostic } from '../model/diagnostic.ts';
import type { SourceFile } from '../model/source.ts';
import { withoutComments } from './mentions.ts';
import type { OpenFile } from './open.ts';

/** A state in a folder that nobody tells the target of would never change. */
export function unhandedTmp(
  suite: OpenFile,
  all: readonly OpenFile[],
  unselected: () => readonly SourceFile[],
): readonly Diagnostic[] {
  const probe = suite.mentions.find(
    ({ placeholder, home }) => placeholder.kind === 'tmp' && home[0] === 'state',
  );
  if (probe?.home[1] !== 'dir') return [];
  const isHanded = all.some(({ mentions }) =>
    mentions.some(
      ({ placeholder, role, home }) =>
        placeholder.kind === 'tmp' && role === 'template' && home[0] !== 'state',
    ),
  );
  if (isHanded) return [];
  if (unselected().some(({ text }) => withoutComments(text).includes('${tmp}'))) return [];
  const problem =
    'names a folder that the target does not know: hand "${tmp}" to it, in its "args", "env" or "cwd", say';
  return [{ code: 'bad_value', problem, nearest: null, place: probe.place }];
}
