import type { TargetOverride } from '../scenario/plan.ts';
import type { TargetOptions } from './options.ts';

/** The target that the command line names, if it does. */
export function overrideOf(options: TargetOptions, cwd: string): TargetOverride | null {
  const { command, mcpConfig, server } = options;
  if (mcpConfig !== null) return { option: '--mcp-config', path: mcpConfig, server, cwd };
  return command === null ? null : { option: '--command', ...literal(command, cwd) };
}

/** A command of the command line is no template: a shell has had its variables already. */
function literal({ command, args }: NonNullable<TargetOptions['command']>, cwd: string) {
  const word = (text: string): string => text.replaceAll('${', () => '$${');
  return { command: word(command), args: args.map(word), cwd };
}
