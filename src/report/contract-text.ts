import type { AssertionEvidence, AssertionResult } from '../model/assertion.ts';
import {
  type Flaw,
  HINT_DEFAULTS,
  type RuleName,
  type SampleFailure,
  type ToolFinding,
  type UnfitStep,
} from '../model/contract.ts';
import { unreachable } from '../model/result.ts';
import type { Place } from '../model/source.ts';
import { location } from './code-frame.ts';
import { baselineCommand } from './command-text.ts';
import { problemText } from './declaration-text.ts';
import { CHANGED, differenceTexts, moreDifferences, WAS_IN_BASELINE } from './difference-text.ts';
import type { Explained, Fact } from './explained.ts';
import { faultText } from './fault-text.ts';
import { valueText } from './value-text.ts';
import { plural, quoted, someOf } from './words.ts';

const FINDINGS = 40;
const FOUND = 80;
const SHOWN = 3;
const REFUSED = 'MCP clients refuse the whole list';

type ContractEvidence = Extract<
  AssertionEvidence,
  { why: 'contract_broken' | 'no_tools' | 'samples_untold' }
>;

/** Why a rule of a contract does not hold. */
export function explainContract(
  evidence: ContractEvidence,
  { check, place }: Pick<AssertionResult, 'check' | 'place'>,
): Explained {
  if (check.kind !== 'contract') return say('a rule does not hold');
  const rule = `"${check.rule}: ${check.written}"`;
  switch (evidence.why) {
    case 'no_tools':
      return say(`${rule} has nothing to look at: the server lists no tool`);
    case 'samples_untold':
      return say(
        `${rule} cannot be told: of some samples it is not known whether they change the state`,
      );
    case 'contract_broken': {
      const tools = new Set(evidence.findings.map(({ tool }) => tool)).size;
      return {
        title:
          check.rule === 'list'
            ? `the list is not one that clients can use, because of ${plural(tools, 'tool')}`
            : `${rule} does not hold of ${plural(tools, 'tool')}`,
        facts: evidence.findings.slice(0, FINDINGS).flatMap(findingFacts),
        hints: [...more(evidence.findings), ...whatToDo(check.rule, evidence.findings, place)],
      };
    }
    default:
      return unreachable(evidence);
  }
}

function say(title: string): Explained {
  return { title, facts: [], hints: [] };
}

function more({ length }: readonly ToolFinding[]): string[] {
  return length > FINDINGS ? [`and ${plural(length - FINDINGS, 'more finding')}`] : [];
}

const WHAT_TO_DO: Readonly<Record<Exclude<RuleName, 'read_only' | 'baseline'>, string>> = {
  hints: 'write them into the "annotations" of the tool, as they are meant',
  output_schema:
    'each tool needs an "outputSchema" that describes something, and all schemas must compile',
  execution: 'declare in the tool\'s "_meta" what its calls may depend on',
  coverage: 'write a scenario that calls it; one that is skipped does not count',
  list: 'whatever a contract demands, each tool has a name of its own and the shape that the protocol gives it',
};

/** Of `read_only`, by what was found. */
const FOR_READERS: readonly (readonly [(finding: ToolFinding) => boolean, string])[] = [
  [
    ({ code }) => code === 'no_sample',
    'a tool that only reads needs "samples" in the contract, or a step with "state: unchanged"',
  ],
  [
    isSample('state'),
    'what changes the state does not only read: mend the tool, or its "readOnlyHint"',
  ],
  [isSample('call'), 'a sample must be a call that succeeds: mend its arguments, or the tool'],
  [isSample('other'), 'a sample must pass as any step does: its step above says what did not hold'],
  [
    ({ code }) => code === 'changed_late',
    'nothing was called meanwhile: what changes by itself can be left out by "ignore" in the suite\'s "state"',
  ],
];

function isSample(because: SampleFailure): (finding: ToolFinding) => boolean {
  return (finding) => finding.code === 'sample_failed' && finding.because === because;
}

function whatToDo(
  rule: RuleName,
  findings: readonly ToolFinding[],
  { file }: Place,
): readonly string[] {
  if (rule === 'baseline') {
    if (findings.every(({ code }) => code === 'listed_twice')) return [WHAT_TO_DO.list];
    return [`if that is meant, this takes the new list: ${baselineCommand(file.path)}`];
  }
  if (rule !== 'read_only') return [WHAT_TO_DO[rule]];
  return FOR_READERS.filter(([isIt]) => findings.some(isIt)).map(([, text]) => text);
}

function findingFacts({ tool, ...flaw }: ToolFinding): Fact[] {
  return flawTexts(flaw as Flaw).map((text) => ({ kind: 'plain', label: tool, text }));
}

/** What is wrong with each tool, in the order in which it was found. */
export function findingsByTool(
  findings: readonly ToolFinding[],
): readonly (readonly [tool: string, message: string])[] {
  const byTool = new Map<string, string[]>();
  for (const { tool, ...flaw } of findings) {
    byTool.set(tool, [...(byTool.get(tool) ?? []), ...flawTexts(flaw as Flaw)]);
  }
  return [...byTool].map(([tool, texts]) => [tool, texts.join('\n')]);
}

export function flawTexts(flaw: Flaw): readonly string[] {
  switch (flaw.code) {
    case 'hint_absent':
      return [`${flaw.hint} is not there, so a client assumes ${HINT_DEFAULTS[flaw.hint]}`];
    case 'hint_malformed':
      return [
        `${flaw.hint} is ${valueText(flaw.found, FOUND)}, and must be true or false: ${REFUSED}`,
      ];
    case 'hint_misspelt':
      return [`${quoted(flaw.key)} is no hint: did you mean ${quoted(flaw.nearest)}?`];
    case 'hint_misplaced':
      return [`${flaw.hint} stands at ${flaw.path}, and belongs into "annotations"`];
    case 'hint_contradictory':
      return [`${flaw.hint} is ${flaw.value}, and readOnlyHint is true: only one can hold`];
    case 'hint_belied':
      return [
        `${flaw.hint} is false, and its declaration says "${flaw.field}: ${flaw.declared}": only one can hold`,
      ];
    case 'list_cut':
      return [`the list goes on behind it, and could not be read there: ${flaw.detail}`];
    case 'listed_twice':
      return ['is listed more than once, and nobody can tell which of them is called'];
    case 'refused':
      return [`${faultText(flaw.fault)}: ${REFUSED}`];
    case 'output_schema_missing':
      return ['has no outputSchema'];
    case 'output_schema_vacuous':
      return ['its outputSchema describes nothing: any object fits it'];
    case 'schema_unusable':
      return [`its ${flaw.which} cannot be used: ${flaw.detail}`];
    case 'undeclared':
      return flaw.problems.length === 0
        ? ['declares "unknown"']
        : flaw.problems.map((problem) => `declares nothing to rely on: ${problemText(problem)}`);
    case 'never_called':
      return [
        flaw.skipped.length === 0
          ? 'no scenario of the suite calls it'
          : `no scenario of the suite calls it but those that are skipped: ${someOf(flaw.skipped, SHOWN)}`,
      ];
    case 'tool_added':
      return ['is new: the baseline does not have it'];
    case 'tool_removed':
      return ['is gone: the baseline has it'];
    case 'tool_changed':
      return [
        ...differenceTexts(flaw.differences, WAS_IN_BASELINE),
        ...moreDifferences(flaw.differences),
      ];
    case 'no_sample':
      return [
        'says that it only reads, and there is no sample to call it with',
        ...flaw.unfit.slice(0, SHOWN).map(unfitText),
      ];
    case 'sample_unlisted':
      return [
        flaw.nearest === null
          ? 'has a sample, and is not listed'
          : `has a sample, and is not listed: did you mean ${quoted(flaw.nearest)}?`,
      ];
    case 'not_read_only':
      return ['has a sample, and does not say that it only reads; it was not called'];
    case 'changed_late':
      return [
        'says that it only reads, and the state changed behind its call',
        ...differenceTexts(flaw.differences, CHANGED),
        ...moreDifferences(flaw.differences),
      ];
    case 'sample_failed':
      return [
        flaw.because === 'state'
          ? 'says that it only reads, and its call changed the state (above)'
          : 'says that it only reads, and its call did not pass (above)',
      ];
    default:
      return unreachable(flaw);
  }
}

/** Why a step that changes nothing is no sample. */
function unfitText({ because, place }: UnfitStep): string {
  const why =
    because === null
      ? 'its scenario is skipped'
      : because.startsWith('${')
        ? `its arguments take ${quoted(because)} from its scenario`
        : `it has ${quoted(because)}, which a call by itself has not`;
  return `the step at ${location(place)} is none, because ${why}`;
}
