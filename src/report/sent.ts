import { unreachable } from '../model/result.ts';
import type { StepResult } from '../model/run-result.ts';

/** Whether the step's `tools/call` was sent. */
export function wasSent(step: StepResult): boolean {
  if (step.status === 'not_run') return false;
  const { trouble } = step;
  // The state is read before the call and after it.
  const hasTaken = step.durationMs > 0;
  if (trouble === null) return true;
  switch (trouble.code) {
    case 'timeout':
    case 'connection_lost':
      return trouble.doing === 'tools/call' || (trouble.doing === 'resources/read' && hasTaken);
    case 'probe_failed':
      return hasTaken;
    case 'not_saved':
    case 'interrupted':
      return true;
    case 'unknown_tool':
    case 'destructive_tool':
    case 'bad_arguments':
    case 'bad_input_schema':
    case 'missing_value':
    case 'protocol_violation':
    case 'list_failed':
    case 'start_failed':
    case 'upstream_failed':
    case 'tmp_failed':
    case 'tool_is_listed':
    case 'arguments_fit':
    case 'poll_not_read_only':
    case 'policy_violation':
    case 'unsaved_value':
    case 'twin_survived':
    case 'twin_unproven':
    case 'files_failed':
    case 'internal':
      return false;
    default:
      return unreachable(trouble);
  }
}
