import type { ScenarioResult } from '../model/run-result.ts';
import { blockLines, showLine } from './explained.ts';
import { assertionsOf } from './judge-use.ts';
import type { Style } from './style.ts';

const SENT_LINES = 60;

/** Each graded criterion with its verdict, and word for word what the judge was sent. */
export function criteriaLines(scenario: ScenarioResult, style: Style): string[] {
  return assertionsOf(scenario).flatMap(({ check, graded }) => {
    if (check.kind !== 'judge' || graded === undefined) return [];
    const paint = graded.verdict === 'PASS' ? style.good : style.bad;
    const head = `judge  ${paint(graded.verdict)}  ${showLine(check.expected)}`;
    return [
      head,
      `  ${style.faint(showLine(`${graded.model}: ${graded.reason}`))}`,
      style.faint('  sent to the judge:'),
      ...blockLines(graded.sent, { lines: SENT_LINES, keep: 'head' }, style).map(
        (line) => `  ${line}`,
      ),
    ];
  });
}
