import { unreachable } from '../model/result.ts';
import type { Launch, ServerTail, StartReason } from '../model/trouble.ts';
import { exitText } from './exit-text.ts';
import type { Explained } from './explained.ts';
import { duration, quoted } from './words.ts';

const CLOSED_ENVIRONMENT =
  'if it misses a variable: it sees those of "env" and "pass_env" of its target, and few others';

/** Why a server did not start; follows the words "the server did not start: ". */
export function startText(reason: StartReason, launch: Launch, tail: ServerTail): Explained {
  switch (reason.kind) {
    case 'command_not_found':
      return because(
        `the command ${quoted(commandOf(launch))} was not found`,
        /\s/.test(commandOf(launch))
          ? '"command" is the program alone: its arguments go into "args"'
          : 'give its path, or see that it is on the PATH',
      );
    case 'cwd_missing':
      return because(
        `its working directory ${quoted(launch.kind === 'process' ? launch.cwd : '')} does not exist`,
      );
    case 'not_executable':
      return because(
        `${quoted(commandOf(launch))} is not an executable file`,
        'set its exec bit (chmod +x), or name what runs it, such as "command: node"',
      );
    case 'spawn_failed':
      return because(reason.detail);
    case 'exited':
      return because(
        tail.exit === null
          ? 'it ended the connection before it answered initialize'
          : `it ${exitText(tail.exit)} before it answered initialize`,
        ...(launch.kind === 'url' ? [] : [CLOSED_ENVIRONMENT]),
      );
    case 'timeout':
      return because(
        `it did not answer initialize within ${duration(reason.afterMs)}`,
        'a slow server can be given more time by "startup_timeout_ms" in suite.yaml',
      );
    case 'refused':
      return because(`it refused initialize: ${reason.detail}`);
    case 'port_taken':
      return because(
        `somebody else listens on port ${reason.port}`,
        'end that process, or let the runner choose: "url: http://127.0.0.1:${port}/mcp"',
      );
    case 'not_ready':
      return because(
        `it runs, and sent no HTTP reply within ${duration(reason.afterMs)} (${reason.detail})`,
        'it must listen where "url" says: hand it the port, such as env: { PORT: "${port}" }',
        'a slow server can be given more time by "startup_timeout_ms" in suite.yaml',
      );
    case 'unreachable':
      return because(reason.detail);
    case 'http_status':
      return httpStatus(reason.status, reason.detail);
    case 'redirect':
      return because(
        `it answered ${reason.status}, which redirects to ${reason.to}`,
        'redirects are not followed: update the target',
      );
    case 'module_failed':
      return because(reason.detail);
    default:
      return unreachable(reason);
  }
}

function httpStatus(status: number, detail: string): Explained {
  const title = `it answered initialize with the HTTP status ${status}${detail === '' ? '' : `: ${detail}`}`;
  if (status === 401 || status === 403) {
    return because(title, 'the token is missing, wrong, or not meant for this server');
  }
  if (status === 404)
    return because(title, 'the URL needs the path of the MCP endpoint, often /mcp');
  return because(title);
}

function commandOf(launch: Launch): string {
  return launch.kind === 'process' ? launch.command : '';
}

function because(title: string, ...hints: readonly string[]): Explained {
  return { title, facts: [], hints };
}
