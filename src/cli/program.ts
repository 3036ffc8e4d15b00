import { Argument, Command, CommanderError, Option } from 'commander';
import type {
  Invocation,
  ReporterChoice,
  RunOptions,
  SchemaName,
  ToolsOptions,
} from '../app/options.ts';
import {
  collect,
  collectReporter,
  notEmpty,
  once,
  readFilter,
  readSeconds,
} from './option-values.ts';
import { type RawTarget, readTarget, withTarget } from './target-options.ts';

/** Parts of the command line that are laid down and not built: refused, never ignored. */
const LATER_COMMANDS = ['check', 'record', 'init', 'grade', 'merge'];
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
  addTools(program, tell);
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
  const run = withTarget(program.command('run', { isDefault: false }))
    .description('Runs the scenarios in folders (any depth) or files.')
    .argument('[paths...]', 'folders or .yaml files', ['scenarios/'])
    .option('--suite <file>', 'this suite file for all paths', once(notEmpty))
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
    .option('--list', 'name the selected scenarios and contracts, and run nothing')
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

interface RawOptions extends RawTarget {
  readonly suite?: string;
  readonly judge?: NonNullable<RunOptions['judge']>;
  readonly judgeModel?: string;
  readonly grep?: string;
  readonly tag?: readonly string[];
  readonly notTag?: readonly string[];
  readonly list?: true;
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
  if (paths.includes('')) run.error('error: a path is empty, and would stand for this folder');
  const options: RunOptions = {
    ...readTarget(raw, run),
    paths,
    suite: raw.suite ?? null,
    judge: raw.judge ?? null,
    judgeModel: raw.judgeModel ?? null,
    grep: raw.grep ?? null,
    tags: raw.tag ?? [],
    notTags: raw.notTag ?? [],
    list: raw.list ?? false,
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

function addTools(program: Command, tell: (invocation: Invocation) => void): void {
  const tools = withTarget(program.command('tools'))
    .description('Lists what a server offers, and calls nothing.')
    .argument('[suite]', 'a suite file, or a folder with one (default: . or scenarios/)')
    .option('--json', 'for machines')
    .option('--write-baseline', "write the list into the contract's baseline; not in CI")
    .option('--no-color', 'no colours')
    .showHelpAfterError('(mcp-eval tools --help lists the options)');
  tools.action((suite: string | undefined, raw: RawTools) => {
    if (suite === '') tools.error('error: the path is empty');
    const options: ToolsOptions = {
      ...readTarget(raw, tools),
      suite: suite ?? null,
      json: raw.json ?? false,
      writeBaseline: raw.writeBaseline ?? false,
      colour: raw.color,
    };
    tell({ kind: 'tools', options });
  });
}

interface RawTools extends RawTarget {
  readonly json?: true;
  readonly writeBaseline?: true;
  readonly color: boolean;
}
