import type { Finding } from '../model/outcome.ts';
import { unreachable } from '../model/result.ts';
import { showLine } from './explained.ts';
import { quoted } from './words.ts';

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
    case 'odd_message':
      return `the server sent an odd message: ${finding.detail}`;
    case 'exit_code':
      return `the server exited with code ${finding.exit} after its last answer`;
    case 'server_restarted':
      return 'the server that this suite shares had ended, so a fresh one was started';
    case 'prompt_outside':
      return `the server asked its client before the first step, and got no answer: ${short(finding.message)}`;
    case 'prompt_in_reading':
      return `the server asked its client while the state was read, and got no answer: ${short(finding.message)}`;
    default:
      return unreachable(finding);
  }
}

function short(part: string): string {
  return quoted(showLine(part, LIMIT));
}
