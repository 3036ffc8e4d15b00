import type { AssertionResult } from '../model/assertion.ts';
import type { ScenarioResult } from '../model/run-result.ts';
import { assertionText } from './assertion-text.ts';
import { showLine } from './explained.ts';
import type { Style } from './style.ts';

/** The rules of a contract that hold, each as its author writes it. */
export function heldRules({ assertions }: ScenarioResult, style: Style): string[] {
  return assertions
    .filter(({ status }) => status === 'passed')
    .flatMap((rule) => ruleName(rule) ?? [])
    .map((name) => `${style.good('holds')}: ${name}`);
}

/** Those that a live run leaves open, and why: green says nothing of them. */
export function openRules({ assertions }: ScenarioResult, style: Style): string[] {
  return assertions.flatMap((rule) => {
    const name = ruleName(rule);
    if (name === null || rule.evidence?.why !== 'not_in_live') return [];
    const why = assertionText(rule, 'output')?.title ?? 'not evaluated';
    return [`${style.warn('note')}: ${name} is ${showLine(why)}`];
  });
}

function ruleName({ check }: AssertionResult): string | null {
  return check.kind === 'contract' ? showLine(`${check.rule}: ${check.written}`) : null;
}
