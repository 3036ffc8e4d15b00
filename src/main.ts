import type { Invocation, RunOptions, ToolsOptions } from './app/options.ts';
import type { RunCommandDeps } from './app/run.ts';
import { EXIT, exitCodeOf, SIGNAL_EXIT } from './cli/exit-code.ts';

declare const __VERSION__: string;

const VERSION_FLAGS: readonly string[] = ['--version', '-V'];
let finished = false;

// Failing until the reports are out: whatever ends the process early is not taken for a pass.
process.exitCode = EXIT.bug;
process.on('exit', tellEarlyEnd);
process.on('uncaughtException', crash);
main(process.argv.slice(2)).then(end, crash);

/** Everything else is loaded when a command needs it: `--version` stays quick. */
async function main(argv: readonly string[]): Promise<number> {
  const [only] = argv;
  if (argv.length === 1 && only !== undefined && VERSION_FLAGS.includes(only)) {
    return print(`${__VERSION__}\n`);
  }
  const { readInvocation } = await import('./cli/program.ts');
  return carryOut(readInvocation(argv, __VERSION__));
}

async function carryOut(invocation: Invocation): Promise<number> {
  switch (invocation.kind) {
    case 'print':
      return print(invocation.text);
    case 'usage_error':
      return tellUsage(invocation.text);
    case 'not_yet':
      process.stderr.write(`error: ${invocation.what} is not supported yet\n`);
      return EXIT.usage;
    case 'schema': {
      const { schemaText } = await import('./app/schema.ts');
      return print(schemaText(invocation.which));
    }
    case 'run':
      return run(invocation.options);
    case 'tools':
      return tools(invocation.options);
  }
}

/** The text repeats what the user, or a script, has put on the command line. */
async function tellUsage(text: string): Promise<number> {
  const { disarm, escapeBlock } = await import('./report/escape.ts');
  process.stderr.write(disarm(escapeBlock(text)));
  return EXIT.usage;
}

async function run(options: RunOptions): Promise<number> {
  const [{ runCommand }, { findSuites }, outside] = await Promise.all([
    import('./app/run.ts'),
    import('./cli/find-suites.ts'),
    openOutside(options),
  ]);
  const { base, watch, tellLeft } = outside;
  const deps: RunCommandDeps = {
    ...base,
    version: __VERSION__,
    terminalWidth: process.stdout.isTTY ? process.stdout.columns : null,
    findSuites,
    judges: async () => {
      const [{ createAnthropicAsk }, { createJudge }, { randomUUID }] = await Promise.all([
        import('./judge/anthropic.ts'),
        import('./judge/create-judge.ts'),
        import('node:crypto'),
      ]);
      return (account, settings) =>
        createJudge(createAnthropicAsk({ ...account, ...settings }), settings, randomUUID);
    },
    exitCodeOf: (runEnd) => exitCodeOf({ ...runEnd, signal: watch.received() }),
  };
  const code = await runCommand(options, deps);
  tellLeft();
  return code;
}

async function tools(options: ToolsOptions): Promise<number> {
  const [{ toolsCommand }, { findSuite }, outside] = await Promise.all([
    import('./app/tools.ts'),
    import('./cli/find-suite.ts'),
    openOutside({ ...options, keepTmp: false }),
  ]);
  const { base, watch, tellLeft } = outside;
  const signalExit = () => {
    const signal = watch.received();
    return signal === null ? null : SIGNAL_EXIT[signal];
  };
  const code = await toolsCommand(options, { ...base, findSuite, signalExit });
  tellLeft();
  return code;
}

/** What every command that starts servers is given of the world. */
async function openOutside(options: { readonly keepTmp: boolean; readonly colour: boolean }) {
  const [{ noFolder, readBytes }, { createTmpFolders }, { watchSignals }, sinks] =
    await Promise.all([
      import('./cli/files.ts'),
      import('./cli/tmp-folders.ts'),
      import('./cli/signals.ts'),
      import('./report/sink.ts'),
    ]);
  const { escapeLine } = await import('./report/escape.ts');
  const { randomUUID } = await import('node:crypto');
  let kill = (): void => undefined;
  const tmp = createTmpFolders();
  const tellLeft = (): void => {
    for (const left of tmp.leftBehind()) {
      process.stderr.write(`a temporary folder could not be removed: ${escapeLine(left)}\n`);
    }
  };
  const watch = watchSignals((code) => {
    kill();
    if (!options.keepTmp) tmp.removeAllSync();
    tellLeft();
    finished = true;
    process.exit(code);
  });
  const base = {
    cwd: process.cwd(),
    env: process.env,
    colour: takesColour(process.stdout),
    errorColour: takesColour(process.stderr) && options.colour,
    openStdout: () => sinks.streamSink(process.stdout, watch.signal),
    writeError: (text: string) => void process.stderr.write(text),
    readBytes,
    noFolder,
    today: () => new Date(),
    tools: { tmp, now: () => performance.now(), uuid: randomUUID },
    connectors: async () => {
      const [{ createReach }, { openUpstreams }, { openTripwire }, trees] = await Promise.all([
        import('./target/reach.ts'),
        import('./upstream/open.ts'),
        import('./upstream/tripwire.ts'),
        import('./target/process-tree.ts'),
      ]);
      kill = trees.killAllTrees;
      return { reach: createReach({ version: __VERSION__ }), openUpstreams, openTripwire };
    },
    signal: watch.signal,
  };
  return { base, watch, tellLeft };
}

function takesColour(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && TERM !== 'dumb';
}

async function print(text: string): Promise<number> {
  const { streamSink } = await import('./report/sink.ts');
  const printed = await streamSink(process.stdout, new AbortController().signal).finish(text);
  if (printed.ok) return EXIT.ok;
  process.stderr.write(`error: standard output could not be written: ${printed.error}\n`);
  return EXIT.errored;
}

/** How long an interrupted run waits for a reader of standard error. */
const PATIENCE_MS = 2000;

/** Ends at once: a socket or timer that somebody left open must not hold the exit code back. */
function end(code: number): void {
  finished = true;
  process.exitCode = code;
  if (code >= 128) setTimeout(() => process.exit(code), PATIENCE_MS);
  process.stderr.write('', () => process.exit(code));
}

function crash(thrown: unknown): void {
  finished = true;
  const stack = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown);
  process.stderr.write(`mcp-eval has a bug, please report it:\n${stack}\n`);
  process.exit(EXIT.bug);
}

function tellEarlyEnd(): void {
  if (finished) return;
  process.exitCode = EXIT.bug;
  process.stderr.write('mcp-eval has a bug: it ended before its report was out.\n');
}
