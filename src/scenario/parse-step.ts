import { isJsonObject } from '../model/json.ts';
import type { Answer, Sample, Saving, Step } from '../model/scenario.ts';
import type { SourceFile } from '../model/source.ts';
import { parseExpect } from './parse-checks.ts';
import { booleanAt, jsonAt, numberAt, objectAt, stringAt } from './read.ts';
import { childOf, entriesOf, itemsOf, type Tree } from './tree.ts';

/** Makes a step of a node that the format has accepted. `timeoutMs` is the scenario's. */
export function parseStep(file: SourceFile, step: Tree, timeoutMs: number): Step {
  const poll = childOf(step, 'poll');
  return {
    tool: stringAt(step, 'tool') ?? '',
    args: objectAt(step, 'args'),
    client: stringAt(step, 'client'),
    saves: entriesOf(childOf(step, 'save')).map(({ key, keySpan, value }) =>
      parseSaving(key, value, { file, span: keySpan }),
    ),
    times: numberAt(step, 'times') ?? 1,
    poll:
      poll === undefined
        ? null
        : {
            everyMs: numberAt(poll, 'every_ms') ?? 1,
            timeoutMs: numberAt(poll, 'timeout_ms') ?? 1,
          },
    unlisted: booleanAt(step, 'unlisted'),
    invalidArgs: booleanAt(step, 'invalid_args'),
    elicitation: listOf(step, 'elicitation', (node) => parseAnswer(file, node)),
    sampling: listOf(step, 'sampling', (node) => parseSample(file, node)),
    timeoutMs: numberAt(step, 'timeout_ms') ?? timeoutMs,
    assertions: parseExpect(file, step),
    place: { file, span: childOf(step, 'tool')?.span ?? step.span },
  };
}

/** Null when the key is not there, which is not the same as an empty list. */
function listOf<T>(step: Tree, key: string, parse: (node: Tree) => T): readonly T[] | null {
  const node = childOf(step, key);
  return node === undefined ? null : itemsOf(node).map(parse);
}

const JSON_POINTER = '/json';

function parseSaving(name: string, node: Tree, place: Saving['place']): Saving {
  const pattern = stringAt(node, 'match');
  if (pattern !== null) return { name, place, from: 'text', pattern };
  const pointer = node.kind === 'scalar' ? String(node.value) : '';
  if (pointer === JSON_POINTER || pointer.startsWith(`${JSON_POINTER}/`)) {
    return { name, place, from: 'json', pointer: pointer.slice(JSON_POINTER.length) };
  }
  return { name, place, from: 'result', pointer };
}

function parseAnswer(file: SourceFile, node: Tree): Answer {
  const content = jsonAt(node, 'content');
  const mode = stringAt(node, 'mode');
  return {
    action: stringAt(node, 'action') ?? '',
    content: content !== undefined && isJsonObject(content) ? content : null,
    messageContains: stringAt(node, 'message_contains'),
    mode: mode === 'form' || mode === 'url' ? mode : null,
    place: { file, span: node.span },
  };
}

function parseSample(file: SourceFile, node: Tree): Sample {
  return { text: stringAt(node, 'text') ?? '', place: { file, span: node.span } };
}
