import type { ServerExit } from '../model/outcome.ts';

/** How a server process ended; follows the words "the server ". */
export function exitText(exit: ServerExit): string {
  if (exit.signal !== null) return `was killed by ${exit.signal}`;
  return exit.code === 0 ? 'exited normally (code 0)' : `exited with code ${exit.code}`;
}
