import type { Command } from 'commander';
import type { TargetOptions } from '../app/options.ts';
import { collectText, notEmpty, once, readCommand, readHeaders, readMs } from './option-values.ts';

export interface RawTarget {
  readonly live?: true;
  readonly url?: string;
  readonly tokenEnv?: string;
  readonly header?: readonly string[];
  readonly command?: NonNullable<TargetOptions['command']>;
  readonly mcpConfig?: string;
  readonly server?: string;
  readonly envFile?: string;
  readonly timeout?: number;
}

/** The options that say which server is meant, and how it is reached. */
export function withTarget(command: Command): Command {
  return command
    .option('--live', 'against the live target of every selected suite')
    .option('--url <url>', 'a live run against this Streamable HTTP address', once(notEmpty))
    .option('--token-env <name>', 'the variable with the token of a live run', once(notEmpty))
    .option('--header <header>', "'NAME: VALUE' with every request (repeatable)", collectText)
    .option('--command <command>', "a server over stdio instead of the suite's", once(readCommand))
    .option('--mcp-config <file>', 'a server of an mcpServers file instead', once(notEmpty))
    .option('--server <name>', 'its name in that file', once(notEmpty))
    .option('--env-file <file>', 'variables, under those that are set', once(notEmpty))
    .option('--timeout <ms>', 'cap in ms on each call, over what the files say', once(readMs));
}

/** Ends with a usage error when they are at odds. */
export function readTarget(raw: RawTarget, command: Command): TargetOptions {
  const clash = clashOf(raw);
  if (clash !== null) command.error(`error: ${clash}`);
  const headers = readHeaders(raw.header ?? []);
  if (!headers.ok) return command.error(`error: ${headers.error}`);
  return {
    command: raw.command ?? null,
    mcpConfig: raw.mcpConfig ?? null,
    server: raw.server ?? null,
    live: raw.live ?? false,
    url: raw.url ?? null,
    tokenEnv: raw.tokenEnv ?? null,
    headers: headers.value,
    envFile: raw.envFile ?? null,
    timeoutMs: raw.timeout ?? null,
  };
}

/** Options that name different servers, or one without the other that it belongs to. */
function clashOf({ command, mcpConfig, server, live, url }: RawTarget): string | null {
  const targets = [
    ...(command === undefined ? [] : ['--command']),
    ...(mcpConfig === undefined ? [] : ['--mcp-config']),
    ...(url === undefined ? [] : ['--url']),
  ];
  if (targets.length > 1) return `${targets.join(' and ')} each name the server: give one of them`;
  if (live && url === undefined && targets.length > 0) {
    return `--live asks for the live target, and ${targets[0]} names another one`;
  }
  if (server !== undefined && mcpConfig === undefined) return '--server goes with --mcp-config';
  return null;
}
