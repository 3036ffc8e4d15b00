import type { Diagnostic } from '../model/diagnostic.ts';
import type { SourceFile } from '../model/source.ts';
import { childOf, entriesOf, entryOf, type Tree } from './tree.ts';

/** Keys of `expect` that look at one reply; the others see what went on around all of them. */
const OF_REPLY: readonly string[] = [
  ...['contains', 'not_contains', 'matches', 'error', 'execution', 'within_ms'],
  ...['structured', 'json', 'schema', 'json_schema'],
];

/** A poll that would ask only once, whatever the reply. */
export function pollMistakes(file: SourceFile, step: Tree): readonly Diagnostic[] {
  const poll = childOf(step, 'poll');
  if (poll?.kind !== 'map') return [];
  const bad = (span: Tree['span'], problem: string): Diagnostic => ({
    code: 'bad_value',
    problem,
    nearest: null,
    place: { file, span },
  });
  const [every, cap] = [childOf(poll, 'every_ms'), childOf(poll, 'timeout_ms')];
  const isShort =
    every?.kind === 'scalar' && cap?.kind === 'scalar' && Number(cap.value) < Number(every.value);
  const expected = entriesOf(childOf(step, 'expect')).map(({ key }) => key);
  const looks = expected.some((key) => OF_REPLY.includes(key));
  const span = entryOf(step, 'poll')?.keySpan ?? poll.span;
  return [
    ...(isShort ? [bad(cap.span, 'must be at least "every_ms": else nothing is asked twice')] : []),
    ...(looks
      ? []
      : [
          bad(
            span,
            '"poll" needs a check of the reply in "expect" of this step, such as "contains" (or "error: false", to wait while it is an error): else the first reply ends it',
          ),
        ]),
  ];
}
