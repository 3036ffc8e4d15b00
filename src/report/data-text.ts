import type { AssertionEvidence, Excerpt, ResultCheck } from '../model/assertion.ts';
import { unreachable } from '../model/result.ts';
import { cameFact, expectedFacts } from './assertion-facts.ts';
import { differenceFacts, EXPECTED, moreDifferences } from './difference-text.ts';
import type { Explained } from './explained.ts';
import { moreProblems, problemFacts } from './problem-facts.ts';
import type { Subject } from './subject.ts';

/** Evidence of the checks of a reply's data. */
type DataEvidence = Extract<
  AssertionEvidence,
  { why: 'differs' | 'no_structured' | 'no_json' | 'schema_broken' | 'schema_unusable' }
>;

export function explainData(
  evidence: DataEvidence,
  check: ResultCheck,
  subject: Subject,
): Explained {
  switch (evidence.why) {
    case 'differs':
      return {
        title: `${dataOf(check)} differs from what was expected`,
        facts: differenceFacts(evidence.differences, EXPECTED),
        hints: moreDifferences(evidence.differences),
      };
    case 'no_structured':
      return noStructured(check, subject);
    case 'no_json':
      return noJson(evidence.excerpt, check);
    case 'schema_broken':
      return {
        title: `${dataOf(check)} does not fit ${schemaOf(check)}`,
        facts: problemFacts(evidence.problems),
        hints: [...moreProblems(evidence.problems), ...switchHint(check, subject)],
      };
    case 'schema_unusable':
      return {
        title: `${schemaOf(check)} cannot be used, so nothing can be said of ${dataOf(check)}`,
        facts: [{ kind: 'plain', label: 'reason', text: evidence.detail }],
        hints: switchHint(check, subject),
      };
    default:
      return unreachable(evidence);
  }
}

function dataOf({ kind }: ResultCheck): string {
  if (kind === 'state') return 'the state after the step';
  return kind === 'json' || kind === 'json_schema'
    ? 'the JSON of the first text'
    : 'the structuredContent';
}

function schemaOf({ kind }: ResultCheck): string {
  return kind === 'output_schema' ? "the tool's own outputSchema" : 'the schema';
}

/** Nobody wrote this check, so its reader has to be told how to be rid of it; in a sample it stays. */
function switchHint({ kind }: ResultCheck, subject: Subject): string[] {
  if (kind !== 'output_schema' || subject === 'sample') return [];
  return ['if the server may do that here, write "output_schema: false" into the step\'s "expect"'];
}

const OF_TEXT = { structured: 'json', schema: 'json_schema' } as const;

function noStructured(check: ResultCheck, subject: Subject): Explained {
  if (check.kind === 'output_schema') {
    return {
      title: "the reply has no structuredContent, and the tool's own outputSchema demands it",
      facts: [],
      hints: switchHint(check, subject),
    };
  }
  const other = check.kind === 'structured' || check.kind === 'schema' ? OF_TEXT[check.kind] : null;
  return {
    title: 'the reply has no structuredContent',
    facts: expectedFacts(check),
    hints: other === null ? [] : [`if the data comes as JSON in a text, use "${other}" instead`],
  };
}

function noJson(excerpt: Excerpt, check: ResultCheck): Explained {
  const isEmpty = excerpt.focus === '';
  return {
    title: isEmpty
      ? 'there is no first text that could be read as JSON'
      : 'the first text cannot be read as JSON',
    facts: [...expectedFacts(check), ...(isEmpty ? [] : [cameFact(excerpt)])],
    hints: [],
  };
}
