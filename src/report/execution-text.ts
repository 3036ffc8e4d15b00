import type { AssertionEvidence, ResultCheck } from '../model/assertion.ts';
import type {
  CallExecution,
  Contradiction,
  Declaration,
  Dimension,
  ExecutionEvidence,
  ExecutionExpectation,
  FoundContradiction,
  Observation,
  StepExecution,
} from '../model/execution.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { unreachable } from '../model/result.ts';
import {
  declaredJson,
  namesText,
  observedJson,
  problemFact,
  providersText,
} from './declaration-text.ts';
import type { Explained, Fact } from './explained.ts';
import { allOf, plural, quoted } from './words.ts';

/** Evidence about what calls depend on. */
type ExecutionFinding = Extract<AssertionEvidence, { why: 'observed_otherwise' | 'contradicted' }>;

export function explainExecution(found: ExecutionFinding, check: ResultCheck): Explained {
  if (found.why === 'contradicted') return explainContradictions(found);
  const { observation } = found;
  const expected = check.kind === 'execution' ? expectationText(check.expected) : '';
  return {
    title: 'the result does not say of its call what was expected',
    facts: [
      { kind: 'plain', label: 'expected', text: expected },
      { kind: 'plain', label: 'came', text: observationText(observation) },
      ...observation.problems.map(problemFact),
    ],
    hints: [],
  };
}

function explainContradictions({
  contradictions: found,
  execution,
  reading,
}: Extract<ExecutionFinding, { why: 'contradicted' }>): Explained {
  const [first, ...rest] = found;
  const ofProbe = reading === undefined ? '' : `of ${quoted(reading)}, which reads the state: `;
  const where = execution === null ? 'outside of the steps, ' : ofProbe;
  const call = first?.call === undefined ? undefined : execution?.calls[first.call - 1];
  return {
    title: `${where}${first === undefined ? '' : contradictionText(first)}`,
    facts: [
      ...rest.map((each): Fact => {
        return { kind: 'plain', label: 'also', text: alsoText(each, first?.call) };
      }),
      ...(execution === null ? [] : sourcesFacts(execution.declared, call ?? execution)),
    ],
    hints: execution === null ? [OUTSIDE] : mayBeLate(found, execution) ? [LATE] : [],
  };
}

/** That it is another call than the first one told of, to which the rest belongs. */
function alsoText(found: FoundContradiction, shown: number | undefined): string {
  const other = found.call === undefined || found.call === shown ? '' : ` (call ${found.call})`;
  return `${contradictionText(found)}${other}`;
}

/** What was seen may be the doing of a call before. */
function mayBeLate(found: readonly FoundContradiction[], { follows }: StepExecution): boolean {
  return found.some(({ code, call = 1 }) => code.endsWith('_seen') && (follows || call > 1));
}

const LATE =
  'a request counts for the call that is under way, or was the last, when it comes: one that an earlier call set off without waiting for it may be meant';

const OUTSIDE =
  'that is: before the first step, while a client connected, or while the state was read';

/** The three sources side by side: what is said, and what was seen. */
function sourcesFacts(
  declared: Declaration,
  { observed, evidenced }: CallExecution,
): readonly Fact[] {
  return [
    { kind: 'plain', label: 'declared', text: declarationText(declared) },
    { kind: 'plain', label: 'observed', text: observationText(observed) },
    { kind: 'plain', label: 'seen', text: evidenceText(evidenced) },
    ...observed.problems.map(problemFact),
  ];
}

function contradictionText(found: Contradiction): string {
  switch (found.code) {
    case 'declared_never_observed':
      return `the tool declares that it never ${USES[found.dimension]}, and its result says that this call did`;
    case 'declared_always_denied':
      return `the tool declares that each of its calls ${USES[found.dimension]}, and the result, which is no error, says that this call ${DID_NOT[found.dimension]}`;
    case 'policy_never_observed':
      return `the policy demands that nothing ${USES[found.dimension]}, and the result says that this call did`;
    case 'declared_never_seen':
      return `the tool declares that it never ${USES[found.dimension]}, and ${seenText(found)}`;
    case 'policy_never_seen':
      return `the policy demands that nothing ${USES[found.dimension]}, and ${seenText(found)}`;
    case 'observed_false_seen':
      return `the result says that this call ${DID_NOT[found.dimension]}, and ${seenText(found)}`;
    case 'undeclared_provider_seen':
      return `the tool declares ${providersText(found.declared)}, and ${calledText(found.seen)}`;
    case 'forbidden_provider_seen':
      return `the policy allows ${providersText(found.allowed)}, and ${calledText(found.seen)}`;
    case 'unknown_provider_seen':
      return `the policy allows ${providersText(found.allowed)}, and ${attempts(found.attempts)}`;
    case 'observation_missing':
      return 'the policy demands that a result says what its call did, and this one does not';
    case 'observation_unreadable':
      return 'the policy demands that a result says what its call did, and what this one says cannot be read';
    default:
      return unreachable(found);
  }
}

const USES: Readonly<Record<Dimension, string>> = {
  llm: 'uses a model',
  external_api: 'calls an external API',
};

const DID_NOT: Readonly<Record<Dimension, string>> = {
  llm: 'used no model',
  external_api: 'called no external API',
};

function seenText({
  dimension,
  evidence,
}: {
  readonly dimension: Dimension;
  readonly evidence: ExecutionEvidence;
}): string {
  const { llmRequests, samplings, apiCalls, tripwire } = evidence;
  const parts =
    dimension === 'llm'
      ? [
          ...(llmRequests > 0
            ? [`the stub of a model received ${plural(llmRequests, 'request')}`]
            : []),
          ...(samplings > 0 ? [`the client was asked for ${plural(samplings, 'completion')}`] : []),
        ]
      : [
          ...(apiCalls.length > 0 ? [`${callsText(apiCalls)} went out`] : []),
          ...(tripwire > 0 ? [attempts(tripwire)] : []),
        ];
  return parts.join(', and ');
}

function calledText(names: readonly string[]): string {
  return `${namesText(names)} ${names.length === 1 ? 'was' : 'were'} called`;
}

function callsText(calls: ExecutionEvidence['apiCalls']): string {
  return allOf(calls.map(({ provider, count }) => `${plural(count, 'request')} to ${provider}`));
}

function attempts(count: number): string {
  return `the tripwire refused ${plural(count, 'attempt')} to reach something else`;
}

export function declarationText({ llm, externalApi, providers }: Declaration): string {
  const names = providers.length === 0 ? '' : ` (${namesText(providers)})`;
  return `llm ${llm}, externalApi ${externalApi}${names}`;
}

function observationText(observation: Observation): string {
  const { kind, llmInvoked, externalApiAttempted } = observation;
  if (kind === 'no_result') return 'no result';
  const isSilent = llmInvoked === null && externalApiAttempted === null;
  if (kind === 'absent' && isSilent) return 'a result that says nothing of it';
  const flags = `llmInvoked ${llmInvoked ?? 'unknown'}, externalApiAttempted ${externalApiAttempted ?? 'unknown'}`;
  // Of several calls, some tell and some do not.
  return kind === 'absent' ? `${flags}, and a result that says nothing of it` : flags;
}

function evidenceText(evidence: ExecutionEvidence): string {
  const { llmRequests, samplings, apiCalls, tripwire, network } = evidence;
  const parts = [
    ...(llmRequests > 0 ? [`${plural(llmRequests, 'request')} to the stub of a model`] : []),
    ...(samplings > 0 ? [`${plural(samplings, 'completion')} asked of the client`] : []),
    ...(apiCalls.length > 0 ? [callsText(apiCalls)] : []),
    ...(tripwire > 0 ? [`${plural(tripwire, 'attempt')} at the tripwire`] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  return network === 'tripwire' ? 'no call' : 'no call to a stub; others would not be seen';
}

export function expectationText(expected: ExecutionExpectation): string {
  if (expected.want === 'none') return 'a result that says nothing of it';
  const { llmInvoked, externalApiAttempted } = expected;
  return allOf([
    ...(llmInvoked === null ? [] : [`llmInvoked ${llmInvoked}`]),
    ...(externalApiAttempted === null ? [] : [`externalApiAttempted ${externalApiAttempted}`]),
  ]);
}

export function expectationJson(expected: ExecutionExpectation): JsonValue {
  if (expected.want === 'none') return 'none';
  const { llmInvoked, externalApiAttempted } = expected;
  return {
    ...(llmInvoked === null ? {} : { llm_invoked: llmInvoked }),
    ...(externalApiAttempted === null ? {} : { external_api_attempted: externalApiAttempted }),
  };
}

/** A tool that declares nothing, says nothing of its calls and asks no model: as most are. */
export function tellsNothing(execution: StepExecution | null): execution is null {
  if (execution === null) return true;
  const { declared, observed, evidenced } = execution;
  const isSilent = declared.problems[0]?.code === 'absent' && observed.kind !== 'present';
  return isSilent && evidenced.llmRequests + evidenced.samplings + evidenced.tripwire === 0;
}

/** What is said and what was seen, kept apart. */
export function executionJson({ declared, observed, evidenced }: StepExecution): JsonObject {
  const { llmRequests, samplings, apiCalls, tripwire, network } = evidenced;
  return {
    declared: declaredJson(declared),
    observed: observedJson(observed),
    evidenced: {
      llm_requests: llmRequests,
      samplings,
      api_calls: Object.fromEntries(apiCalls.map(({ provider, count }) => [provider, count])),
      tripwire,
      network,
    },
  };
}
