import type { CallAt } from '../model/assertion.ts';
import type { StepResult } from '../model/run-result.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Explained, Fact } from './explained.ts';
import { troubleText } from './trouble-text.ts';
import { grouped, plural } from './words.ts';
/** Which of several calls it was. */
export function callFact(call: CallAt): Fact {
  if (call.of === 'times') return fact('call', `${grouped(call.number)} of ${grouped(call.times)}`);
  const asked = plural(call.number, 'call');
  return fact(
    'polled',
    `${asked}, until the cap of ${grouped(call.capMs)} ms; this is of the last`,
  );
}

/** The trouble of a step, with the call that it came with. */
export function stepTroubleText(trouble: Trouble, step: StepResult): Explained {
  const explained = troubleText(trouble, step.tool);
  const { times } = step;
  const isUnsent = trouble.code === 'connection_lost' && trouble.unsent === true;
  const calls = step.calls + (isUnsent ? 1 : 0);
  const isOfCall = trouble.code === 'timeout' || trouble.code === 'connection_lost';
  if (!isOfCall || trouble.doing !== 'tools/call' || times === 1) return explained;
  const which =
    times === null ? `${grouped(calls)} of a poll` : `${grouped(calls)} of ${grouped(times)}`;
  return { ...explained, facts: [...explained.facts, fact('call', which)] };
}

function fact(label: string, text: string): Fact {
  return { kind: 'plain', label, text };
}
