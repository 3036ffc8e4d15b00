import type { Policy, WrittenPolicy } from '../model/execution.ts';
import { stringAt } from './read.ts';
import { childOf, itemsOf, type Tree } from './tree.ts';

/** The `policy` of a file that the format has accepted; null: it has none. */
export function parsePolicy(tree: Tree): WrittenPolicy | null {
  const node = childOf(tree, 'policy');
  if (node === undefined) return null;
  const llm = wordAt(node, 'llm', ['never', 'allow']);
  const externalApi = externalApiOf(node);
  const unknown = wordAt(node, 'unknown', ['fail', 'allow']);
  const observation = wordAt(node, 'observation', ['optional', 'required']);
  const metadataKey = stringAt(node, 'metadata_key');
  return {
    ...(llm === null ? {} : { llm }),
    ...(externalApi === null ? {} : { externalApi }),
    ...(unknown === null ? {} : { unknown }),
    ...(observation === null ? {} : { observation }),
    ...(metadataKey === null ? {} : { metadataKey }),
  };
}

function externalApiOf(policy: Tree): Policy['externalApi'] | null {
  const node = childOf(policy, 'external_api');
  if (node === undefined) return null;
  if (node.kind === 'scalar') return node.value === 'never' ? 'never' : 'allow';
  return itemsOf(node).flatMap((item) => (item.kind === 'scalar' ? [String(item.value)] : []));
}

function wordAt<Word extends string>(tree: Tree, key: string, words: readonly Word[]): Word | null {
  const written = stringAt(tree, key);
  return words.find((word) => word === written) ?? null;
}
