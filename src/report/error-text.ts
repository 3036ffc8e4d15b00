import type { AssertionEvidence, ResultCheck } from '../model/assertion.ts';
import type { ReplyError } from '../model/outcome.ts';
import { unreachable } from '../model/result.ts';
import { cameFact, expectedFacts, lineBreakHint } from './assertion-facts.ts';
import { channelText, codeText } from './check-text.ts';
import type { Explained, Fact } from './explained.ts';
import { undeclaredHint } from './words.ts';

/** Evidence of the check on errors. */
export type ErrorEvidence = Extract<
  AssertionEvidence,
  {
    why:
      | 'unexpected_error'
      | 'error_expected'
      | 'wrong_channel'
      | 'wrong_code'
      | 'error_text_absent';
  }
>;

/** What came in place of the error that was, or was not, expected. */
export function explainError(evidence: ErrorEvidence, check: ResultCheck): Explained {
  switch (evidence.why) {
    case 'unexpected_error':
      return {
        title: `the reply is ${errorName(evidence.error)}, and none was expected`,
        facts: [errorFact(evidence.error)],
        hints: undeclaredHint(evidence.undeclared),
      };
    case 'error_expected':
      return {
        title: 'the reply is no error, and one was expected',
        facts: [...expectedFacts(check), cameFact(evidence.excerpt)],
        hints: [],
      };
    case 'wrong_channel':
      return {
        title: `the error came as ${channelText(evidence.error.channel)}`,
        facts: [...expectedFacts(check), errorFact(evidence.error)],
        hints: [],
      };
    case 'wrong_code':
      return {
        title: `the error has another code: ${codesText(evidence.error)}`,
        facts: [...expectedFacts(check), errorFact(evidence.error)],
        hints: [],
      };
    case 'error_text_absent':
      return {
        title: "the error's text does not contain what was expected",
        facts: [
          { kind: 'quoted', label: 'expected', text: evidence.missing },
          errorFact(evidence.error),
        ],
        hints: lineBreakHint(evidence.missing),
      };
    default:
      return unreachable(evidence);
  }
}

function errorName(error: ReplyError): string {
  const code = error.code === null ? '' : ` with code ${codesText(error)}`;
  return `${channelText(error.channel)}${code}`;
}

function codesText({ code, dataCode }: ReplyError): string {
  const inData = dataCode === undefined ? '' : ` (data.code ${codeText(dataCode)})`;
  return `${codeText(code)}${inData}`;
}

function errorFact(error: ReplyError): Fact {
  return { kind: 'quoted', label: 'error', text: error.text };
}
