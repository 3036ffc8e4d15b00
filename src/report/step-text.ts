import type { StepResult } from '../model/run-result.ts';
import { type BlockLimits, blockLines, showLine } from './explained.ts';
import { requestText } from './request-text.ts';
import { wasSent } from './sent.ts';
import type { Style } from './style.ts';
import { duration, plural } from './words.ts';

const REQUESTS = 5;

export interface StepView {
  readonly text: BlockLimits | null;
  readonly style: Style;
}

/** A step in lines: what was called, what it asked of the stubs, what came back. */
export function stepLines(step: StepResult, { text, style }: StepView): string[] {
  const { upstream } = step;
  const more = upstream.length - REQUESTS;
  return [
    headLine(step, style),
    ...upstream
      .slice(0, REQUESTS)
      .map(
        (request) => `  ${style.faint(showLine(`${request.upstream}: ${requestText(request)}`))}`,
      ),
    ...(more > 0 ? [`  ${style.faint(`… ${plural(more, 'more request')}`)}`] : []),
    ...(text === null ? [] : textLines(step, text, style)),
  ];
}

export function stepName(step: StepResult): string {
  const phase = step.phase === 'sequence' ? '' : `${step.phase} `;
  return `${phase}step ${step.index + 1}`;
}

function headLine(step: StepResult, style: Style): string {
  const call = `${showLine(step.tool, 100)} ${showLine(JSON.stringify(step.args))}`;
  const ended = wasSent(step) ? duration(step.durationMs) : 'not called';
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
