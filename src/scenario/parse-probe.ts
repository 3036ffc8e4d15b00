import { dirname } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { SourceFile } from '../model/source.ts';
import type { StateProbe, Twin } from '../model/suite.ts';
import { checkPointer } from './json-pointer.ts';
import { listAt, objectAt, stringAt, stringsAt } from './read.ts';
import { childOf, entriesOf, entryOf, itemsOf, type Tree } from './tree.ts';

const WAYS = ['resource', 'tool', 'command', 'dir'] as const;

/** The suite's `state`; null when it has none. */
export function parseProbe(
  file: SourceFile,
  tree: Tree,
): Result<StateProbe | null, readonly Diagnostic[]> {
  const entry = entryOf(tree, 'state');
  if (entry === undefined) return ok(null);
  const { value: node, keySpan } = entry;
  const place = { file, span: keySpan };
  const ways = WAYS.filter((way) => entryOf(node, way) !== undefined);
  const [way] = ways;
  if (way === undefined)
    return err([{ code: 'missing_key', key: 'resource', owner: '`state`', place }]);
  if (ways.length > 1)
    return err([{ code: 'conflicting_keys', keys: ways, owner: '`state`', place }]);
  if (way !== 'tool' && entryOf(node, 'args') !== undefined) {
    return err([{ code: 'conflicting_keys', keys: [way, 'args'], owner: '`state`', place }]);
  }
  const at = stringAt(node, 'at') ?? '';
  const unfit = [
    ...(at === '' ? [] : checkPointer(file, childOf(node, 'at'))),
    ...itemsOf(childOf(node, 'ignore')).flatMap((item) => checkPointer(file, item)),
  ];
  if (unfit.length > 0) return err(unfit);
  const ignore = listAt(file, node, 'ignore').map(({ value }) => value);
  const any = { at, ignore, place };
  const baseDir = dirname(file.absolute);
  switch (way) {
    case 'resource':
      return ok({ ...any, by: way, uri: stringAt(node, way) ?? '' });
    case 'tool':
      return ok({ ...any, by: way, tool: stringAt(node, way) ?? '', args: objectAt(node, 'args') });
    case 'command': {
      const command = listAt(file, node, way).map(({ value }) => value);
      return ok({ ...any, by: way, command, baseDir });
    }
    case 'dir':
      return ok({ ...any, by: way, dir: stringAt(node, way) ?? '', baseDir });
  }
}

/** What no twin can prove anything by. */
export function twinMistakes(file: SourceFile, tree: Tree): readonly Diagnostic[] {
  const twins = entriesOf(childOf(tree, 'twins'));
  const idle = twins.filter(({ value }) => {
    const changes = ['command', 'args'].some((key) => entryOf(value, key) !== undefined);
    return !changes && entriesOf(childOf(value, 'env')).length === 0;
  });
  const isolation = childOf(tree, 'isolation');
  const written = stringAt(tree, 'isolation') ?? 'scenario';
  const bad = (problem: string, span: Tree['span']): Diagnostic => {
    return { code: 'bad_value', problem, nearest: null, place: { file, span } };
  };
  return [
    ...idle.map(({ keySpan }) => bad(IDLE_TWIN, keySpan)),
    // What a scenario finds there must be what it finds on the sound target.
    ...(isolation === undefined || written === 'scenario' || twins.length === 0
      ? []
      : [bad(`"isolation: ${written}" ${SHARED_TWIN}`, isolation.span)]),
  ];
}

const IDLE_TWIN =
  'a twin must change something: give it "env", "command" or "args" in place of the target\'s';
const SHARED_TWIN =
  'cannot stand beside "twins": there a scenario would run without those before it, and may fail for that alone';

export function parseTwins(file: SourceFile, tree: Tree): readonly Twin[] {
  return entriesOf(childOf(tree, 'twins')).map(({ key, keySpan, value }) => ({
    name: key,
    env: stringsAt(value, 'env'),
    command: stringAt(value, 'command'),
    args:
      childOf(value, 'args') === undefined
        ? null
        : listAt(file, value, 'args').map((arg) => arg.value),
    mustFail: listAt(file, value, 'must_fail').map((name) => name.value),
    place: { file, span: keySpan },
  }));
}
