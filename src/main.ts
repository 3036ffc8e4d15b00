import type { Invocation, RunOptions } from './app/options.ts';
import type { RunCommandDeps } from './app/run.ts';
import { EXIT, exitCodeOf } from './cli/exit-code.ts';

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
      process.stderr.write(invocation.text);
      return EXIT.usage;
    case 'not_yet':
      process.stderr.write(`error: ${invocation.what} is not supported yet\n`);
      return EXIT.usage;
    case 'schema': {
      const { schemaText } = await import('./app/schema.ts');
      return print(schemaText(invocation.which));
    }
    case 'run':
      return run(invocation.options);
  }
}

async function run(options: RunOptions): Promise<number> {
  const [{ runCommand }, { findSuites }, { readBytes }, { tmpFolders }, { watchSignals }, sinks] =
    await Promise.all([
      import('./app/run.ts'),
      import('./cli/find-suites.ts'),
      import('./cli/files.ts'),
      import('./cli/tmp-folders.ts'),
      import('./cli/signals.ts'),
      import('./report/sink.ts'),
    ]);
  const { randomUUID } = await import('node:crypto');
  let kill = (): void => undefined;
  const watch = watchSignals((code) => {
    kill();
    finished = true;
    process.exit(code);
  });
  const deps: RunCommandDeps = {
    version: __VERSION__,
    cwd: process.cwd(),
    env: process.env,
    colour: takesColour(process.stdout),
    errorColour: takesColour(process.stderr) && options.colour,
    terminalWidth: process.stdout.isTTY ? process.stdout.columns : null,
    openStdout: () => sinks.streamSink(process.stdout),
    writeError: (text) => void process.stderr.write(text),
    findSuites,
    readBytes,
    today: () => new Date(),
    tools: { tmp: tmpFolders, now: () => performance.now(), uuid: randomUUID },
    connectors: async () => {
      const [stdio, { openUpstreams }, trees] = await Promise.all([
        import('./target/stdio.ts'),
        import('./upstream/open.ts'),
        import('./target/process-tree.ts'),
      ]);
      kill = trees.killAllTrees;
      return { connect: stdio.createStdioConnect({ version: __VERSION__ }), openUpstreams };
    },
    signal: watch.signal,
    exitCodeOf: (runEnd) => exitCodeOf({ ...runEnd, signal: watch.received() }),
  };
  return runCommand(options, deps);
}

function takesColour(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && TERM !== 'dumb';
}

async function print(text: string): Promise<number> {
  process.stdout.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    process.stdout.write(text, () => resolve());
  });
  return EXIT.ok;
}

/** Ends at once: a socket or timer that somebody left open must not hold the exit code back. */
function end(code: number): void {
  finished = true;
  process.exitCode = code;
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
