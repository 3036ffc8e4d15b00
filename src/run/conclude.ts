import { evaluateOutput, notEvaluated } from '../assert/evaluate.ts';
import { verdictOf } from '../assert/hold.ts';
import type { UpstreamRequest } from '../model/outcome.ts';
import type { AssertionResult } from '../model/run-result.ts';
import type { Assertion, Suite } from '../model/suite.ts';
import type { ServerTail } from '../model/trouble.ts';
import type { EndPart, SequenceRun } from './ending.ts';
import type { Lease } from './lease.ts';
import { unmatchedRequests, unusedRoutes } from './upstream-checks.ts';

interface Conclusion {
  /** The checks of the whole output, placeholders expanded. */
  readonly checks: readonly Assertion[];
  readonly suite: Suite;
  readonly lease: Lease;
  readonly sequence: SequenceRun;
  /** What the server asked the stubs before the first step. */
  readonly early: readonly UpstreamRequest[];
  /** As it was before the runner ended the server: its exit is the server's own doing. */
  readonly tail: ServerTail;
}

/** The verdict over a sequence that has ended, by its checks and by what the stubs received. */
export function conclude(conclusion: Conclusion): EndPart {
  const { checks, suite, lease, sequence, early, tail } = conclusion;
  const { steps, stopped } = sequence;
  const output = steps.map((step) => step.text).join('\n');
  const hasText = steps.some((step) => step.text !== '');
  const late = lease.upstreams.take();
  const received = [...early, ...steps.flatMap((step) => step.upstream), ...late];
  const own =
    stopped === null ? evaluateOutput(checks, { text: output, hasText }) : notEvaluated(checks);
  const assertions = [
    ...own,
    ...unmatchedRequests(suite, received),
    ...(stopped === null ? unusedRoutes(lease.upstreams, received) : []),
  ];
  return {
    ...statusOf(sequence, assertions),
    output,
    assertions,
    findings: [...sequence.findings, ...lease.connection.takeFindings()],
    stderrTail: lease.connection.tail().stderr,
    exit: tail.exit,
  };
}

function statusOf(
  { steps, stopped }: SequenceRun,
  assertions: readonly AssertionResult[],
): Pick<EndPart, 'status' | 'skipReason' | 'trouble'> {
  const trouble = stopped?.trouble ?? null;
  if (stopped?.status === 'failed' || stopped?.status === 'errored') {
    return { status: stopped.status, skipReason: null, trouble };
  }
  const all = [...steps.flatMap((step) => step.assertions), ...assertions];
  const verdict = verdictOf(all);
  if (verdict === 'nothing_evaluated') {
    return { status: 'skipped', skipReason: { kind: 'nothing_evaluated' }, trouble };
  }
  return { status: verdict, skipReason: null, trouble };
}
