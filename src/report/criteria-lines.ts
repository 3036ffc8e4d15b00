import type { ScenarioResult } from '../model/run-result.ts';
import { escapeBlock } from './escape.ts';
import { showLine } from './explained.ts';
import { assertionsOf } from './judge-use.ts';
import type { Style } from './style.ts';
import { keepBytes } from './truncate.ts';
/** Each graded criterion with its verdict, and word for word what the judge was sent. */
export function criteriaLines(scenario: ScenarioResult, style: Style): string[] {
  return assertionsOf(scenario).flatMap(({ check, graded }) => {
    if (check.kind !== 'judge' || graded === undefined) return [];
    const paint = graded.verdict === 'PASS' ? style.good : style.bad;
    return [
      `judge  ${paint(graded.verdict)}  ${showLine(check.expected)}`,
      `  ${style.faint(showLine(`${graded.model}: ${graded.reason}`))}`,
      style.faint('  sent to the judge:'),
      ...sentLines(graded.sent, style),
    ];
  });
}

/** Cut only where every report cuts: the criterion stands at the end, and a long line may decide. */
function sentLines(sent: string, style: Style): string[] {
  const bar = style.faint('|');
  const lines = keepBytes(sent).text.split('\n');
  return lines.map((line) => (line === '' ? `  ${bar}` : `  ${bar} ${escapeBlock(line)}`));
}
