import { verdictOf } from '../assert/hold.ts';
import type { AssertionResult } from '../model/assertion.ts';
import type { Finding, Prompt, ServerExit } from '../model/outcome.ts';
import type { StepResult } from '../model/run-result.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { ServerTail, Trouble } from '../model/trouble.ts';
import type { EndPart, SequenceRun } from './ending.ts';
import { type Lease, takeFindings } from './lease.ts';
import { policyKept } from './policy-check.ts';
import { unmatchedRequests, unusedRoutes } from './upstream-checks.ts';

interface Conclusion {
  /** What the checks of the whole output came to. */
  readonly own: readonly AssertionResult[];
  readonly scenario: Scenario;
  readonly suite: Suite;
  readonly lease: Lease;
  readonly sequence: SequenceRun;
  /** As it was before the runner ended the server: its exit is the server's own doing. */
  readonly tail: ServerTail;
  /** How it ended by itself once its input had ended, or before. */
  readonly exit: ServerExit | null;
}

/** The verdict over a sequence that has ended, by its checks and by what the stubs received. */
export function conclude(conclusion: Conclusion): EndPart {
  const { own, scenario, suite, lease, sequence, tail, exit } = conclusion;
  const { steps, stopped, outside, probe } = sequence;
  const output = steps
    .filter(({ phase }) => phase === 'sequence')
    .map((step) => step.text)
    .join('\n');
  const inSteps = steps.flatMap((step) => step.upstream);
  const received = [...outside.upstream, ...inSteps];
  const ofProbe = probe.traffic.upstream;
  const network = lease.tripwire === null ? 'open' : 'tripwire';
  const assertions = [
    ...own,
    ...unmatchedRequests(suite, [...received, ...ofProbe]),
    ...policyKept(scenario, suite, sequence, network),
    ...(stopped === null ? unusedRoutes(lease.upstreams, scenario, received, ofProbe) : []),
  ];
  const findings = [
    ...lease.findings,
    ...takeFindings(lease),
    ...exitFindings(stopped, exit),
    ...promptFindings('prompt_outside', outside.prompts),
    ...promptFindings('prompt_in_reading', probe.traffic.prompts),
  ];
  const { stderr } = lease.connection.tail();
  const ending = crashed(exit, stderr, statusOf(sequence, assertions));
  return {
    ...(suite.strictProtocol ? heldToProtocol(ending, findings) : ending),
    output,
    assertions,
    findings,
    strayAttempts: [...outside.attempts, ...probe.traffic.attempts],
    stderrTail: stderr,
    exit: tail.exit ?? exit,
  };
}

/** A server that dies of a signal after its last answer may have lost what it was told. */
function crashed(exit: ServerExit | null, stderr: string, ending: Ending): Ending {
  if (ending.status !== 'passed' || exit === null || exit.signal === null) return ending;
  const tail = { exit, stderr };
  const trouble: Trouble = { code: 'connection_lost', doing: 'shutdown', detail: null, tail };
  return { status: 'errored', skipReason: null, trouble };
}

function exitFindings(stopped: StepResult | null, exit: ServerExit | null): readonly Finding[] {
  if (stopped?.trouble != null || exit === null || exit.code === null || exit.code === 0) return [];
  return [{ code: 'exit_code', exit: exit.code }];
}

/** A server that asks ever anew is told of so often. */
const MOST_PROMPTS = 20;

/** Each once, though every reading sets it off. */
function promptFindings(
  code: 'prompt_outside' | 'prompt_in_reading',
  prompts: readonly Prompt[],
): readonly Finding[] {
  const messages = new Set(prompts.map(({ message }) => message));
  return [...messages].slice(0, MOST_PROMPTS).map((message) => ({ code, message }));
}

type Ending = Pick<EndPart, 'status' | 'skipReason' | 'trouble'>;

/** Under `strict_protocol` what would pass fails by any finding; another failure says more. */
function heldToProtocol(ending: Ending, all: readonly Finding[]): Ending {
  // The protocol lets a server list other tools for another client.
  const findings = all.filter((finding) => finding.code !== 'other_list' || finding.alike);
  const holds = ending.status === 'failed' || ending.status === 'errored' || findings.length === 0;
  if (holds) return ending;
  return { status: 'failed', skipReason: null, trouble: { code: 'protocol_violation', findings } };
}

function statusOf({ steps, stopped }: SequenceRun, assertions: readonly AssertionResult[]): Ending {
  const trouble = stopped?.trouble ?? null;
  if (stopped?.status === 'failed' || stopped?.status === 'errored') {
    if (stopped.phase === 'sequence') {
      return { status: stopped.status, skipReason: null, trouble };
    }
    // What only prepares or cleans up says nothing about the tools; an output that was wrong does.
    const wrong = stopped.phase === 'teardown' && verdictOf(assertions) === 'failed';
    if (wrong) return { status: 'failed', skipReason: null, trouble: null };
    return { status: 'errored', skipReason: null, trouble };
  }
  const all = [...steps.flatMap((step) => step.assertions), ...assertions];
  const verdict = verdictOf(all);
  if (verdict === 'nothing_evaluated') {
    return { status: 'skipped', skipReason: { kind: 'nothing_evaluated' }, trouble };
  }
  return { status: verdict, skipReason: null, trouble };
}
