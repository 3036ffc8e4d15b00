import type { ProxyAttempt, UpstreamRequest } from '../model/outcome.ts';
import type { StepResult } from '../model/run-result.ts';
import { attemptText } from './attempt-text.ts';
import { type BlockLimits, blockLines, showLine } from './explained.ts';
import { promptText } from './prompt-text.ts';
import { requestText } from './request-text.ts';
import type { Style } from './style.ts';
import { duration, plural } from './words.ts';

const REQUESTS = 5;
const PROMPTS = 5;

export interface StepView {
  readonly text: BlockLimits | null;
  readonly style: Style;
}

/** A step in lines: what was called, what it asked of the stubs and the client, what came back. */
export function stepLines(step: StepResult, { text, style }: StepView): string[] {
  const requestLine = (each: UpstreamRequest) => `${each.upstream}: ${requestText(each)}`;
  const attemptLine = (each: ProxyAttempt) => `network: ${attemptText(each)} -> refused`;
  const unlisted = step.attempts.reduce((sum, { more = 0 }) => sum + more, 0);
  const events = [
    ...someLines(step.upstream, requestLine, { limit: REQUESTS, noun: 'more request' }),
    ...someLines(step.attempts, attemptLine, { limit: REQUESTS, noun: 'more attempt', unlisted }),
    ...someLines(step.prompts, promptText, { limit: PROMPTS, noun: 'more prompt' }),
    ...(step.state?.idle ?? []).map((pointer) =>
      showLine(`state: "ignore" names ${pointer}, and neither reading has it`),
    ),
  ];
  return [
    headLine(step, style),
    ...(step.unsaved === null ? [] : [`  ${style.faint(neverSaved(step.unsaved))}`]),
    ...events.map((line) => `  ${style.faint(line)}`),
    ...(text === null ? [] : textLines(step, text, style)),
  ];
}

interface SomeOf {
  readonly limit: number;
  readonly noun: string;
  readonly unlisted?: number;
}

function someLines<T>(
  all: readonly T[],
  lineOf: (each: T) => string,
  { limit, noun, unlisted = 0 }: SomeOf,
): string[] {
  const more = Math.max(0, all.length - limit) + unlisted;
  return [
    ...all.slice(0, limit).map((each) => showLine(lineOf(each))),
    ...(more > 0 ? [`… ${plural(more, noun)}`] : []),
  ];
}

/** Why a step of teardown was left out; null when it was not. */
export function leftOutText(step: StepResult): string | null {
  if (step.unsaved === null) return null;
  return `${stepName(step)} was not called: ${neverSaved(step.unsaved)}`;
}

function neverSaved(name: string): string {
  return `vars.${showLine(name, 100)} was never saved`;
}

export function stepName(step: StepResult): string {
  const phase = step.phase === 'sequence' ? '' : `${step.phase} `;
  return `${phase}step ${step.index + 1}`;
}

function headLine(step: StepResult, style: Style): string {
  const call = `${showLine(step.tool, 100)} ${showLine(JSON.stringify(step.args))}`;
  const several = step.times !== 1 && step.calls > 0 ? `, ${plural(step.calls, 'call')}` : '';
  const ended = step.calls > 0 ? `${duration(step.durationMs)}${several}` : 'not called';
  return `${style.faint(stepName(step))}  ${call}  ${style.faint(ended)}`;
}

function textLines(step: StepResult, limits: BlockLimits, style: Style): string[] {
  if (step.status === 'not_run') return [];
  if (step.text === '') {
    const silent = step.trouble === null ? ['  the reply has no text'] : [];
    return silent.map((line) => style.faint(line));
  }
  const source = step.textFrom === 'structured' ? ['  the JSON of structuredContent:'] : [];
  return [
    ...source.map((line) => style.faint(line)),
    ...blockLines(step.text, limits, style).map((line) => `  ${line}`),
  ];
}
