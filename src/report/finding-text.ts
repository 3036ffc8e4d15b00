import type { Finding, OtherList } from '../model/outcome.ts';
import { unreachable } from '../model/result.ts';
import { showLine } from './explained.ts';
import { faultText } from './fault-text.ts';
import { allOf, grouped, quoted } from './words.ts';

const LIMIT = 200;

/** A deviation from the protocol in one escaped line. */
export function findingText(finding: Finding): string {
  return showLine(text(finding), LIMIT * 2);
}

function text(finding: Finding): string {
  switch (finding.code) {
    case 'stdout_noise':
      return `the server wrote a line on stdout that is no protocol message: ${short(finding.line)}`;
    case 'unknown_content':
      return `a result has a content block of the unknown type ${short(finding.blockType)}`;
    case 'missing_content':
      return 'a result has no list of content';
    case 'repeated_cursor':
      return `tools/list gave the cursor ${short(finding.cursor)} twice, so reading stopped there`;
    case 'duplicate_tool':
      return `tools/list names the tool ${short(finding.tool)} twice`;
    case 'refused_tool':
      return `tools/list: MCP clients refuse the whole list, because of the tool ${short(finding.tool)}: ${faultText(finding.fault)}`;
    case 'odd_message':
      return `the server sent an odd message: ${finding.detail}`;
    case 'exit_code':
      return `the server exited with code ${finding.exit} after its last answer`;
    case 'server_restarted':
      return 'the server that this suite shares had ended, so a fresh one was started';
    case 'other_list':
      return otherListText(finding);
    case 'prompt_outside':
      return `the server asked its client before the first step, and got no answer: ${short(finding.message)}`;
    case 'prompt_in_reading':
      return `the server asked its client while the state was read, and got no answer: ${short(finding.message)}`;
    default:
      return unreachable(finding);
  }
}

const LISTED = 5;

function otherListText({ added, removed, changed, alike }: OtherList): string {
  const parts = [
    ...namesOf('also', added),
    ...namesOf('not', removed),
    ...namesOf('another', changed),
  ];
  const whose = alike ? '' : ', whose capabilities, roots, env or files were others';
  return `the server lists ${allOf(parts)}, unlike for the first client of this suite${whose}`;
}

function namesOf(how: string, tools: readonly string[]): string[] {
  if (tools.length === 0) return [];
  const more = tools.length - LISTED;
  const names = tools.slice(0, LISTED).map(short);
  return [`${how} ${allOf(more > 0 ? [...names, `${grouped(more)} more`] : names)}`];
}

function short(part: string): string {
  return quoted(showLine(part, LIMIT));
}
