import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import parseArgsStringToArgv from 'string-argv';
import type { Invocation, ReporterChoice, RunOptions, SchemaName } from '../app/options.ts';

/** Parts of the command line that are laid down and not built: refused, never ignored. */
const LATER_COMMANDS = ['check', 'tools', 'record', 'init', 'grade', 'merge'];
const LATER_FLAGS = ['--live', '--twins', '--fail-on-flaky'];
const LATER_OPTIONS = [
  ...['--url <url>', '--token-env <name>', '--header <header>', '--mcp-config <file>'],
  ...['--server <name>', '--env-file <file>', '--judge <mode>', '--judge-model <id>'],
  ...['--workers <n>', '--shard <i/n>', '--durations <report>', '--bail [n]', '--retries <n>'],
  ...['--repeat <n>', '--shuffle [seed]'],
];

/** Reads a command line (without `node` and the script). Starts nothing, prints nothing. */
export function readInvocation(argv: readonly string[], version: string): Invocation {
  const invocation = interpret(argv, version);
  if (invocation.kind !== 'usage_error') return invocation;
  // The message repeats the words, and a line break in one must not begin a line of its own.
  const shown = interpret(argv.map(withoutControls), version);
  return shown.kind === 'usage_error' ? shown : invocation;
}

function withoutControls(word: string): string {
  return word.replace(/[\p{Cc}\u2028\u2029]/gu, (char) => JSON.stringify(char).slice(1, -1));
}

function interpret(argv: readonly string[], version: string): Invocation {
  const printed: string[] = [];
  let invocation: Invocation | null = null;
  const program = createProgram(version, (result) => {
    invocation = result;
  });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void printed.push(text),
      writeErr: (text) => void printed.push(text),
    });
  }
  try {
    program.parse([...argv], { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    const kind = thrown.exitCode === 0 ? 'print' : 'usage_error';
    return { kind, text: printed.join('') };
  }
  return invocation ?? { kind: 'usage_error', text: printed.join('') };
}

function createProgram(version: string, tell: (invocation: Invocation) => void): Command {
  const program = new Command('mcp-eval')
    .description('Runs YAML scenarios against an MCP server and says whether its tools still hold.')
    .version(version)
    .showHelpAfterError('(mcp-eval --help lists the commands)');
  addRun(program, tell);
  program
    .command('schema')
    .description('Prints the JSON Schema of a kind of file.')
    .addArgument(
      new Argument('<kind>', 'the kind of file').choices(['scenario', 'suite', 'report']),
    )
    .action((which: SchemaName) => tell({ kind: 'schema', which }));
  for (const name of LATER_COMMANDS) {
    program
      .command(name, { hidden: true })
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => tell({ kind: 'not_yet', what: `mcp-eval ${name}` }));
  }
  return program;
}

function addRun(program: Command, tell: (invocation: Invocation) => void): void {
  const run = program
    .command('run', { isDefault: false })
    .description('Runs the scenarios in folders (any depth) or files.')
    .argument('[paths...]', 'folders or .yaml files', ['scenarios/'])
    .option('--command <command>', "a server over stdio instead of the suite's", once(readCommand))
    .option('--suite <file>', 'this suite file for all paths', once(readSuite))
    .option(
      '-g, --grep <text>',
      'only scenarios with this text in their path or name',
      once(notEmpty),
    )
    .option('--tag <tag>', 'only scenarios with this tag (repeatable: any of them)', collect)
    .option('--not-tag <tag>', 'no scenario with this tag (repeatable)', collect)
    .option('--list', 'name the selected scenarios and run nothing')
    .option('--timeout <ms>', 'cap in ms on each call, over what the files say', once(readMs))
    .option('--max-duration <s>', 'cap in seconds on the whole run', once(readSeconds))
    .option('--strict-protocol', 'protocol findings fail a scenario')
    .option('--reporter <name[=file]>', 'pretty or json (repeatable)', collectReporter)
    .option('--allow-empty', 'exit 0 when no scenario was selected or ran')
    .option('--keep-tmp', 'keep the folders of ${tmp}')
    .addOption(new Option('--verbose', 'tell the steps of every scenario').conflicts('quiet'))
    .option('--quiet', 'tell failures and the summary only')
    .option('--no-color', 'no colours')
    .showHelpAfterError('(mcp-eval run --help lists the options)');
  for (const flags of [...LATER_FLAGS, ...LATER_OPTIONS]) {
    run.addOption(new Option(flags).hideHelp());
  }
  run.action((paths: string[], options: RawOptions) => tell(readRun(paths, options, run)));
}

interface RawOptions {
  readonly command?: { readonly command: string; readonly args: readonly string[] };
  readonly suite?: string;
  readonly grep?: string;
  readonly tag?: readonly string[];
  readonly notTag?: readonly string[];
  readonly list?: true;
  readonly timeout?: number;
  readonly maxDuration?: number;
  readonly strictProtocol?: true;
  readonly reporter?: readonly ReporterChoice[];
  readonly allowEmpty?: true;
  readonly keepTmp?: true;
  readonly verbose?: true;
  readonly quiet?: true;
  readonly color: boolean;
}

function readRun(paths: readonly string[], raw: RawOptions, run: Command): Invocation {
  const later = run.options.find(
    (option) => option.hidden && run.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (later?.long !== undefined && later.long !== null)
    return { kind: 'not_yet', what: later.long };
  if (paths.includes('')) run.error('error: a path is empty, and would stand for this folder');
  const options: RunOptions = {
    paths,
    suite: raw.suite ?? null,
    command: raw.command ?? null,
    grep: raw.grep ?? null,
    tags: raw.tag ?? [],
    notTags: raw.notTag ?? [],
    list: raw.list ?? false,
    timeoutMs: raw.timeout ?? null,
    maxDurationMs: raw.maxDuration ?? null,
    strictProtocol: raw.strictProtocol ?? false,
    reporters: raw.reporter ?? [{ name: 'pretty', file: null }],
    allowEmpty: raw.allowEmpty ?? false,
    keepTmp: raw.keepTmp ?? false,
    verbosity: raw.quiet ? 'quiet' : raw.verbose ? 'verbose' : 'normal',
    colour: raw.color,
  };
  return { kind: 'run', options };
}

/** Splits as a shell does at blanks and quotes; nothing else of a shell is interpreted. */
function readCommand(text: string): RawOptions['command'] {
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
function once<T>(read: (text: string) => T): (text: string, earlier: T | undefined) => T {
  return (text, earlier) => {
    if (earlier !== undefined) throw new InvalidArgumentError('It can be given once only.');
    return read(text);
  };
}

function readSuite(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

/** The longest that a timer can be; a longer one fires at once. */
const MAX_MS = 2 ** 31 - 1;

function readMs(text: string): number {
  const ms = /^\d+$/.test(text) ? Number(text) : 0;
  if (ms >= 1 && ms <= MAX_MS) return ms;
  throw new InvalidArgumentError(`It is no whole number of ms from 1 to ${MAX_MS}.`);
}

/** Seconds on the command line, ms for us. */
function readSeconds(text: string): number {
  const ms = /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1000) : 0;
  if (ms >= 1 && ms <= MAX_MS) return ms;
  throw new InvalidArgumentError(`It is no number of seconds above 0 and up to ${MAX_MS / 1000}.`);
}

function notEmpty(text: string): string {
  if (text.trim() === '')
    throw new InvalidArgumentError('It is empty, and would select everything.');
  return text;
}

function collect(tag: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, notEmpty(tag)];
}

function collectReporter(
  text: string,
  earlier: readonly ReporterChoice[] = [],
): readonly ReporterChoice[] {
  const [name = '', ...rest] = text.split('=');
  if (rest.length > 0 && rest.join('=') === '')
    throw new InvalidArgumentError('The file is missing.');
  return [...earlier, { name, file: rest.length === 0 ? null : rest.join('=') }];
}
