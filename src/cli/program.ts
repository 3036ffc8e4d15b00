import { Argument, Command, CommanderError, Option } from 'commander';
import type { Invocation, ReporterChoice, RunOptions, SchemaName } from '../app/options.ts';
import {
  collect,
  collectReporter,
  collectText,
  notEmpty,
  once,
  readCommand,
  readFilter,
  readHeaders,
  readMs,
  readSeconds,
} from './option-values.ts';

/** Parts of the command line that are laid down and not built: refused, never ignored. */
const LATER_COMMANDS = ['check', 'tools', 'record', 'init', 'grade', 'merge'];
const LATER_FLAGS = ['--fail-on-flaky'];
const LATER_OPTIONS = [
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
    .option('--live', 'against the live target of every selected suite')
    .option('--url <url>', 'a live run against this Streamable HTTP address', once(notEmpty))
    .option('--token-env <name>', 'the variable with the token of a live run', once(notEmpty))
    .option('--header <header>', "'NAME: VALUE' with every request (repeatable)", collectText)
    .option('--command <command>', "a server over stdio instead of the suite's", once(readCommand))
    .option('--mcp-config <file>', 'a server of an mcpServers file instead', once(notEmpty))
    .option('--server <name>', 'its name in that file', once(notEmpty))
    .option('--suite <file>', 'this suite file for all paths', once(notEmpty))
    .option('--env-file <file>', 'variables, under those that are set', once(notEmpty))
    .addOption(
      new Option(
        '--judge <mode>',
        'grade criteria: auto (if there is a key), required or off',
      ).choices(['auto', 'required', 'off']),
    )
    .option('--judge-model <id>', 'the model that grades', once(notEmpty))
    .option(
      '-g, --grep <text>',
      'only scenarios with this text in their path or name',
      once(readFilter),
    )
    .option('--tag <tag>', 'only scenarios with this tag (repeatable: any of them)', collect)
    .option('--not-tag <tag>', 'no scenario with this tag (repeatable)', collect)
    .option('--list', 'name the selected scenarios and run nothing')
    .option('--timeout <ms>', 'cap in ms on each call, over what the files say', once(readMs))
    .option('--max-duration <s>', 'cap in seconds on the whole run', once(readSeconds))
    .option('--twins', 'also run the broken variants of each target, on which scenarios must fail')
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
  readonly live?: true;
  readonly url?: string;
  readonly tokenEnv?: string;
  readonly header?: readonly string[];
  readonly command?: NonNullable<RunOptions['command']>;
  readonly mcpConfig?: string;
  readonly server?: string;
  readonly suite?: string;
  readonly envFile?: string;
  readonly judge?: NonNullable<RunOptions['judge']>;
  readonly judgeModel?: string;
  readonly grep?: string;
  readonly tag?: readonly string[];
  readonly notTag?: readonly string[];
  readonly list?: true;
  readonly timeout?: number;
  readonly maxDuration?: number;
  readonly strictProtocol?: true;
  readonly twins?: true;
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
  const clash = clashOf(raw);
  if (clash !== null) run.error(`error: ${clash}`);
  const headers = readHeaders(raw.header ?? []);
  if (!headers.ok) return run.error(`error: ${headers.error}`);
  if (paths.includes('')) run.error('error: a path is empty, and would stand for this folder');
  const options: RunOptions = {
    paths,
    suite: raw.suite ?? null,
    command: raw.command ?? null,
    mcpConfig: raw.mcpConfig ?? null,
    server: raw.server ?? null,
    live: raw.live ?? false,
    url: raw.url ?? null,
    tokenEnv: raw.tokenEnv ?? null,
    headers: headers.value,
    envFile: raw.envFile ?? null,
    judge: raw.judge ?? null,
    judgeModel: raw.judgeModel ?? null,
    grep: raw.grep ?? null,
    tags: raw.tag ?? [],
    notTags: raw.notTag ?? [],
    list: raw.list ?? false,
    timeoutMs: raw.timeout ?? null,
    maxDurationMs: raw.maxDuration ?? null,
    strictProtocol: raw.strictProtocol ?? false,
    twins: raw.twins ?? false,
    reporters: raw.reporter ?? [{ name: 'pretty', file: null }],
    allowEmpty: raw.allowEmpty ?? false,
    keepTmp: raw.keepTmp ?? false,
    verbosity: raw.quiet ? 'quiet' : raw.verbose ? 'verbose' : 'normal',
    colour: raw.color,
  };
  return { kind: 'run', options };
}

/** Options that name different servers, or one without the other that it belongs to. */
function clashOf({ command, mcpConfig, server, live, url }: RawOptions): string | null {
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
