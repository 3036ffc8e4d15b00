import type { Diagnostic, FileKind } from '../model/diagnostic.ts';
import type { SourceFile } from '../model/source.ts';
import { lintFile } from './lint.ts';
import { withMeant } from './meant.ts';
import type { Mention } from './placeholders.ts';
import { checkFormat } from './schema.ts';
import type { Tree } from './tree.ts';
import { parseYaml } from './yaml.ts';

/** `tree` is missing when the syntax is broken; `valid`: the format has accepted it. */
export interface OpenFile {
  readonly file: SourceFile;
  readonly kind: FileKind;
  readonly tree: Tree | undefined;
  readonly valid: boolean;
  readonly mentions: readonly Mention[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads one file as far as that goes by itself. */
export function openFile(file: SourceFile, kind: FileKind): OpenFile {
  const tree = parseYaml(file, kind);
  if (!tree.ok) {
    const diagnostics = tree.error;
    return { file, kind, tree: undefined, valid: false, mentions: [], diagnostics };
  }
  const format = checkFormat(file, tree.value, kind);
  const lint = lintFile(file, tree.value, kind);
  return {
    file,
    kind,
    tree: tree.value,
    valid: format.length === 0,
    mentions: lint.mentions,
    diagnostics: [...format, ...withMeant(lint.diagnostics, tree.value)],
  };
}
