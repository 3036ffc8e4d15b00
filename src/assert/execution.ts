import type { ExecutionExpectation, Observation } from '../model/execution.ts';
import { failed, type Judgement, PASSED } from './judgement.ts';

/** What a result says of its call, held against what its author expects; an error as well. */
export function judgeExecution(
  expected: ExecutionExpectation,
  observation: Observation | null,
): Judgement {
  return observation !== null && isAsExpected(expected, observation)
    ? PASSED
    : failed({ why: 'observed_otherwise', observation: observation ?? NONE });
}

const NONE: Observation = {
  kind: 'no_result',
  llmInvoked: null,
  externalApiAttempted: null,
  isError: false,
  problems: [],
};

/** One that can't be read is there all the same. */
function isAsExpected(expected: ExecutionExpectation, observation: Observation): boolean {
  if (expected.want === 'none') return observation.kind !== 'present';
  const { llmInvoked, externalApiAttempted } = expected;
  const holds = (wanted: boolean | null, said: boolean | null) =>
    wanted === null || said === wanted;
  return (
    holds(llmInvoked, observation.llmInvoked) &&
    holds(externalApiAttempted, observation.externalApiAttempted)
  );
}
