import type { AssertionEvidence, AssertionResult } from '../model/assertion.ts';
import { type Flaw, HINT_DEFAULTS, type RuleName, type ToolFinding } from '../model/contract.ts';
import { unreachable } from '../model/result.ts';
import type { Place } from '../model/source.ts';
import { problemText } from './declaration-text.ts';
import { CHANGED, differenceTexts, moreDifferences, WAS_IN_BASELINE } from './difference-text.ts';
import type { Explained, Fact } from './explained.ts';
import { valueText } from './value-text.ts';
import { plural, quoted } from './words.ts';

const FINDINGS = 40;
const FOUND = 80;

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
        title: `${rule} does not hold of ${plural(tools, 'tool')}`,
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
  output_schema: 'each tool needs an "outputSchema", and all schemas must compile',
  execution: 'declare in the tool\'s "_meta" what its calls may depend on',
  coverage: 'write a scenario that calls it; one that is skipped does not count',
};

/** Of `read_only`, by what was found. */
const FOR_READERS: readonly (readonly [Flaw['code'], string])[] = [
  [
    'no_sample',
    'a tool that only reads needs "samples" in the contract, or a step with "state: unchanged"',
  ],
  [
    'sample_failed',
    'a sample must succeed and change nothing: mend its arguments, or the "readOnlyHint" of the tool',
  ],
  [
    'changed_late',
    'nothing was called meanwhile: what changes by itself can be left out by "ignore" in the suite\'s "state"',
  ],
];

function whatToDo(
  rule: RuleName,
  findings: readonly ToolFinding[],
  { file }: Place,
): readonly string[] {
  if (rule === 'baseline') {
    const command = `mcp-eval tools ${shellWord(file.path)} --write-baseline`;
    return [`if that is meant, this takes the new list: ${command}`];
  }
  if (rule !== 'read_only') return [WHAT_TO_DO[rule]];
  return FOR_READERS.filter(([code]) => findings.some((found) => found.code === code)).map(
    ([, text]) => text,
  );
}

/** As a shell takes it for one word. */
function shellWord(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
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
      return [`${flaw.hint} is ${valueText(flaw.found, FOUND)}, and must be true or false`];
    case 'hint_misspelt':
      return [`${quoted(flaw.key)} is no hint: did you mean ${quoted(flaw.nearest)}?`];
    case 'hint_misplaced':
      return [`${flaw.hint} stands at ${flaw.path}, and belongs into "annotations"`];
    case 'hint_contradictory':
      return [`${flaw.hint} is ${flaw.value}, and readOnlyHint is true: only one can hold`];
    case 'output_schema_missing':
      return ['has no outputSchema'];
    case 'schema_unusable':
      return [`its ${flaw.which} cannot be used: ${flaw.detail}`];
    case 'undeclared':
      return flaw.problems.length === 0
        ? ['declares "unknown"']
        : flaw.problems.map((problem) => `declares nothing to rely on: ${problemText(problem)}`);
    case 'never_called':
      return ['no scenario of the suite calls it'];
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
      return ['says that it only reads, and there is no sample to call it with'];
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
      return ['says that it only reads, and its call did not pass (above)'];
    default:
      return unreachable(flaw);
  }
}
