import type { Diagnostic } from '../model/diagnostic.ts';
import { savedIn } from './saved.ts';
import { childOf, entriesOf, type Tree } from './tree.ts';

/** What is said of a placeholder that is none, where the file has a value of that very name. */
export function withMeant(diagnostics: readonly Diagnostic[], tree: Tree): readonly Diagnostic[] {
  const names = namesIn(tree);
  return diagnostics.map((diagnostic) => {
    if (diagnostic.code === 'unknown_placeholder') {
      const [, ours] = /^(?:vars|case)\.(.*)$/s.exec(diagnostic.nearest ?? '') ?? [];
      const meant = meantBy(ours ?? diagnostic.name, names);
      return meant === null ? diagnostic : { ...diagnostic, nearest: meant };
    }
    if (diagnostic.code !== 'placeholder_syntax') return diagnostic;
    const [, name] = /^\$\{?\s*([\w-]+)\s*\}?$/.exec(diagnostic.written) ?? [];
    const meant = name === undefined ? null : meantBy(name, names);
    return meant === null ? diagnostic : { ...diagnostic, suggestion: `\${${meant}}` };
  });
}

/** Of the values that its steps and cases have, `vars.NAME` or `case.NAME` by `NAME`. */
function namesIn(tree: Tree): ReadonlyMap<string, string> {
  const cases = entriesOf(childOf(tree, 'cases')).flatMap(({ value }) => entriesOf(value));
  const vars = entriesOf(childOf(tree, 'vars')).map(({ key }) => key);
  return new Map([
    ...cases.map(({ key }) => [key, `case.${key}`] as const),
    ...[...savedIn(tree).keys(), ...vars].map((name) => [name, `vars.${name}`] as const),
  ]);
}

/** The same of a value that is looked for among `vars`, and is one of the cases; or the other way round. */
export function orOfOtherKind(diagnostic: Diagnostic | null, tree: Tree | undefined) {
  if (diagnostic?.code !== 'unknown_placeholder' || tree === undefined) return diagnostic;
  const { name, nearest, savedBy, lacking } = diagnostic;
  if (nearest !== null || savedBy !== undefined || lacking !== undefined) return diagnostic;
  const meant = meantBy(name.replace(/^\w+\./, ''), namesIn(tree));
  return meant === null ? diagnostic : { ...diagnostic, nearest: meant };
}

function meantBy(written: string, names: ReadonlyMap<string, string>): string | null {
  const [first = '', ...rest] = written.split('.');
  const meant =
    names.get(first) ??
    [...names].find(([name]) => name.toLowerCase() === first.toLowerCase())?.[1];
  return meant === undefined ? null : [meant, ...rest].join('.');
}
