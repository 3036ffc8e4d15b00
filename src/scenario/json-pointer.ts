import type { Diagnostic } from '../model/diagnostic.ts';
import type { SourceFile } from '../model/source.ts';
import type { Tree } from './tree.ts';

const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;
const PROBLEM = 'must be a JSON Pointer, such as "/structuredContent/id"';

/** What is wrong with a JSON Pointer to a part of something. Another notation would find nothing. */
export function checkPointer(file: SourceFile, node: Tree | undefined): readonly Diagnostic[] {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return [];
  if (POINTER.test(node.value)) return [];
  const place = { file, span: node.span };
  return [{ code: 'bad_value', problem: PROBLEM, nearest: rewrite(node.value), place }];
}

/** `$.rows[0].id` as a pointer. */
function rewrite(text: string): string | null {
  const path = text.replace(/^[$.#]*\/?/, '').replaceAll(/[.[\]]+/g, '/');
  const pointer = `/${path.replace(/\/$/, '')}`;
  return path !== '' && !/\s/.test(path) && POINTER.test(pointer) ? pointer : null;
}
