import type { AssertionEvidence, ResultCheck } from '../model/assertion.ts';
import type { ErrorExpectation } from '../model/check.ts';
import type { ReplyError } from '../model/outcome.ts';
import { unreachable } from '../model/result.ts';
import { cameFact, expectedFacts, lineBreakHint } from './assertion-facts.ts';
import { channelText, codeText } from './check-text.ts';
import type { Explained, Fact } from './explained.ts';
import { declareHints } from './words.ts';

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
        hints: declareHints(evidence.undeclared),
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
        hints: numberHint(evidence.error, check),
      };
    case 'wrong_code':
      return {
        title:
          evidence.error.code === null
            ? 'the error carries no code'
            : `the error has another code: ${codesText(evidence.error)}`,
        facts: [...expectedFacts(check), errorFact(evidence.error)],
        hints: codePlaceHint(evidence.error, check),
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

/** The codes that came, each with the place where it stood. */
function codesText({ channel, code, dataCode, structuredCode }: ReplyError): string {
  if (channel === 'protocol') {
    const inData = dataCode === undefined ? '' : ` (data.code ${codeText(dataCode)})`;
    return `${codeText(code)}${inData}`;
  }
  const inResult = structuredCode === undefined ? null : `${codeText(structuredCode)} ${IN_DATA}`;
  if (code === structuredCode && inResult !== null) return inResult;
  return [`${codeText(code)} in its text`, ...(inResult === null ? [] : [inResult])].join(', ');
}

const IN_DATA = 'in its structuredContent';

/** Where a code was looked for and none stood. */
function codePlaceHint(
  { channel, code, dataCode }: ReplyError,
  check: ResultCheck,
): readonly string[] {
  if (channel === 'protocol') {
    const isNumber = check.kind === 'error' && wantsNumber(check.expected);
    return isNumber || dataCode !== undefined ? [] : ['its "data" has no field "code"'];
  }
  if (code !== null) return [];
  return [
    'it would be the field "code" of the JSON in its first text block, or of its structuredContent',
    'elsewhere, "json" or "structured" can look for it',
  ];
}

/** A number alone is taken for a JSON-RPC code, also where the error inside a result has just this one. */
function numberHint({ code, structuredCode }: ReplyError, check: ResultCheck): readonly string[] {
  if (check.kind !== 'error' || check.expected.want !== 'error') return [];
  const { channel, code: wanted } = check.expected;
  const isCarried = typeof wanted === 'number' && [code, structuredCode].includes(wanted);
  if (channel !== null || !isCarried) return [];
  return [`a number alone is a JSON-RPC code: write { channel: tool, code: ${wanted} }`];
}

function wantsNumber(expected: ErrorExpectation): boolean {
  return expected.want === 'error' && typeof expected.code === 'number';
}

function errorFact(error: ReplyError): Fact {
  return { kind: 'quoted', label: 'error', text: error.text };
}
