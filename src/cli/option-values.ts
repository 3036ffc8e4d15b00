import { InvalidArgumentError } from 'commander';
import parseArgsStringToArgv from 'string-argv';
import type { ReporterChoice, RunOptions } from '../app/options.ts';
import { err, ok, type Result } from '../model/result.ts';

/** Splits as a shell does at blanks and quotes; nothing else of a shell is interpreted. */
export function readCommand(text: string): NonNullable<RunOptions['command']> {
  if (endsInQuotes(text)) throw new InvalidArgumentError('A quote in it is not closed.');
  const [command, ...args] = parseArgsStringToArgv(text);
  if (command === undefined) throw new InvalidArgumentError('It is empty.');
  return { command, args };
}

function endsInQuotes(text: string): boolean {
  let open: string | null = null;
  for (const char of text) {
    if (open === char) open = null;
    else if (open === null && (char === '"' || char === "'")) open = char;
  }
  return open !== null;
}

/** For an option of one value: the last of several would win without a word. */
export function once<T>(read: (text: string) => T): (text: string, earlier: T | undefined) => T {
  return (text, earlier) => {
    if (earlier !== undefined) throw new InvalidArgumentError('It can be given once only.');
    return read(text);
  };
}

export function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

/** The longest that a timer can be; a longer one fires at once. */
const MAX_MS = 2 ** 31 - 1;

export function readMs(text: string): number {
  const ms = /^\d+$/.test(text) ? Number(text) : 0;
  if (ms >= 1 && ms <= MAX_MS) return ms;
  throw new InvalidArgumentError(`It is no whole number of ms from 1 to ${MAX_MS}.`);
}

/** Seconds on the command line, ms for us. */
export function readSeconds(text: string): number {
  const ms = /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1000) : 0;
  if (ms >= 1 && ms <= MAX_MS) return ms;
  throw new InvalidArgumentError(`It is no number of seconds above 0 and up to ${MAX_MS / 1000}.`);
}

export function readFilter(text: string): string {
  if (text.trim() === '')
    throw new InvalidArgumentError('It is empty, and would select everything.');
  return text;
}

export function collect(tag: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, readFilter(tag)];
}

export function collectReporter(
  text: string,
  earlier: readonly ReporterChoice[] = [],
): readonly ReporterChoice[] {
  const [name = '', ...rest] = text.split('=');
  if (rest.length > 0 && rest.join('=') === '')
    throw new InvalidArgumentError('The file is missing.');
  return [...earlier, { name, file: rest.length === 0 ? null : rest.join('=') }];
}

export function collectText(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}

/**
 * `NAME: VALUE`, as other HTTP clients take it; the error never repeats the value, which may be a
 * token.
 */
export function readHeaders(texts: readonly string[]): Result<Record<string, string>, string> {
  const headers = new Map<string, string>();
  for (const text of texts) {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined || value === '') {
      return err("a --header is not of the form 'NAME: VALUE'");
    }
    const key = name.toLowerCase();
    if (headers.has(key)) return err(`--header gives ${name} twice`);
    headers.set(key, value);
  }
  return ok(Object.fromEntries(headers));
}
