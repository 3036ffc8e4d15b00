import { unreachable } from '../model/result.ts';
import type { Launch, ServerTail, StartReason } from '../model/trouble.ts';
import { exitText } from './exit-text.ts';
import type { Explained } from './explained.ts';
import { duration, quoted } from './words.ts';

/** Why a server did not start; follows the words "the server did not start: ". */
export function startText(reason: StartReason, launch: Launch, tail: ServerTail): Explained {
  switch (reason.kind) {
    case 'command_not_found':
      return because(
        `the command ${quoted(launch.command)} was not found`,
        /\s/.test(launch.command)
          ? '"command" is the program alone: its arguments go into "args"'
          : 'give its path, or see that it is on the PATH',
      );
    case 'cwd_missing':
      return because(`its working directory ${quoted(launch.cwd)} does not exist`);
    case 'not_executable':
      return because(
        `${quoted(launch.command)} is not an executable file`,
        'set its exec bit (chmod +x), or name what runs it, such as "command: node"',
      );
    case 'spawn_failed':
      return because(reason.detail);
    case 'exited':
      return because(
        tail.exit === null
          ? 'it ended the connection before it answered initialize'
          : `it ${exitText(tail.exit)} before it answered initialize`,
      );
    case 'timeout':
      return because(
        `it did not answer initialize within ${duration(reason.afterMs)}`,
        'a slow server can be given more time by "startup_timeout_ms" in suite.yaml',
      );
    case 'refused':
      return because(`it refused initialize: ${reason.detail}`);
    default:
      return unreachable(reason);
  }
}

function because(title: string, ...hints: readonly string[]): Explained {
  return { title, facts: [], hints };
}
