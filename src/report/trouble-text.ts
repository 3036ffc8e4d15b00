import type { Finding, ServerExit } from '../model/outcome.ts';
import { unreachable } from '../model/result.ts';
import type { Doing, Launch, Trouble } from '../model/trouble.ts';
import { explainBreaches } from './declaration-text.ts';
import { exitText } from './exit-text.ts';
import type { Explained, Fact } from './explained.ts';
import { findingText } from './finding-text.ts';
import { flowTroubleText } from './flow-trouble-text.ts';
import { moreProblems, problemFacts } from './problem-facts.ts';
import { startText } from './start-text.ts';
import { noTool } from './tool-text.ts';
import { duration, quoted, undeclaredHint } from './words.ts';

const FINDINGS = 10;
const NOISE = 3;

/** `tool`: what was being called, when it happened in a step. */
export function troubleText(trouble: Trouble, tool: string | null): Explained {
  switch (trouble.code) {
    case 'unknown_tool':
      return withHints(noTool(trouble), undeclaredHint(trouble.undeclared));
    case 'bad_arguments':
      return {
        title: `the arguments do not fit the input schema of ${quoted(trouble.tool)}; it was not called`,
        facts: problemFacts(trouble.problems),
        hints: moreProblems(trouble.problems),
      };
    case 'destructive_tool':
      return {
        title: `${quoted(trouble.tool)} says that it is destructive, so in a live run it was not called`,
        facts: [],
        hints: ['only a scenario with "allow_destructive: true" may do that to a real server'],
      };
    case 'bad_input_schema':
      return {
        title: `the input schema of ${quoted(trouble.tool)} cannot be used, so it was not called`,
        facts: [plain('reason', trouble.detail)],
        hints: [],
      };
    case 'protocol_violation':
      return {
        title: 'the server broke the protocol, which this suite does not allow',
        facts: trouble.findings
          .slice(0, FINDINGS)
          .map((finding) => plain('finding', findingText(finding))),
        hints: moreProblems(trouble.findings),
      };
    case 'missing_value':
      return {
        title: 'an expected text is empty once its placeholders are filled in',
        facts: [plain('written', trouble.expected)],
        hints: ['every output contains the empty text, so this could not fail'],
      };
    case 'timeout':
      return {
        title: `no answer to ${callText(trouble.doing, tool)} after ${duration(trouble.afterMs)}`,
        facts: [...silenceFacts(trouble.silentMs), ...exitFacts(trouble.tail.exit)],
        hints: [moreTime(trouble.doing)],
      };
    case 'connection_lost':
      return connectionLost(callText(trouble.doing, tool), trouble);
    case 'list_failed':
      return {
        title: 'the list of tools could not be read',
        facts: [plain('reason', trouble.detail), ...exitFacts(trouble.tail.exit)],
        hints: [],
      };
    case 'start_failed':
      return startFailed(
        trouble.launch,
        startText(trouble.reason, trouble.launch, trouble.tail),
        trouble.findings ?? [],
      );
    case 'probe_failed':
    case 'tool_is_listed':
    case 'arguments_fit':
    case 'poll_not_read_only':
    case 'not_saved':
    case 'unsaved_value':
    case 'twin_survived':
    case 'runs_skipped':
    case 'twin_unproven':
    case 'files_failed':
      return flowTroubleText(trouble);
    case 'policy_violation':
      return explainBreaches(trouble, tool !== null);
    case 'upstream_failed':
      return {
        title: `the stub upstream ${quoted(trouble.upstream)} failed`,
        facts: [plain('reason', trouble.detail)],
        hints: [],
      };
    case 'tripwire_failed':
      return {
        title: 'the proxy of "network: tripwire" could not be opened',
        facts: [plain('reason', trouble.detail)],
        hints: [],
      };
    case 'tmp_failed':
      return {
        title: 'no temporary folder could be made',
        facts: [plain('reason', trouble.detail)],
        hints: ['the variable TMPDIR says where they are made'],
      };
    case 'interrupted':
      return { title: 'the run was cut short before this ended', facts: [], hints: [] };
    case 'internal':
      return {
        title: 'a bug in mcp-eval ended this scenario',
        facts: [{ kind: 'block', label: 'stack', text: trouble.stack }],
        hints: ['please report it with this text'],
      };
    default:
      return unreachable(trouble);
  }
}

function withHints(explained: Explained, hints: readonly string[]): Explained {
  return { ...explained, hints: [...explained.hints, ...hints] };
}

function callText(doing: Doing, tool: string | null): string {
  if (doing === 'resources/read') return `${doing} (for the state)`;
  return doing === 'tools/call' && tool !== null ? `${doing} of ${quoted(tool)}` : doing;
}

function moreTime(doing: Doing): string {
  return doing !== 'tools/call'
    ? 'a slow server can be given more time by "timeout_ms" in suite.yaml'
    : 'a slow tool can be given more time by "timeout_ms"';
}

function connectionLost(
  call: string,
  { detail, unsent, tail: { exit } }: Extract<Trouble, { code: 'connection_lost' }>,
): Explained {
  const reason = detail === null ? [] : [plain('reason', detail)];
  if (call === 'shutdown' && exit !== null) {
    return { title: `the server ${exitText(exit)} after its last answer`, facts: [], hints: [] };
  }
  if (exit === null) {
    // With a reason it may be we who gave up: on an answer that can't be used, on a flood.
    const title = detail === null ? 'the server ended the connection' : 'the connection was lost';
    const when = unsent ? 'before' : 'during';
    return { title: `${title} ${when} ${call}`, facts: reason, hints: [] };
  }
  if (unsent) {
    return { title: `the server ${exitText(exit)} before ${call}`, facts: reason, hints: [] };
  }
  const title =
    exit.code === 0
      ? `the server exited normally (code 0) without answering ${call}`
      : `the server ${exitText(exit)} during ${call}`;
  return { title, facts: reason, hints: [] };
}

function startFailed(
  launch: Launch,
  { title, facts, hints }: Explained,
  findings: readonly Finding[],
): Explained {
  const met = launch.kind === 'url' ? 'could not be reached' : 'did not start';
  return {
    title: `the server ${met}: ${title}`,
    facts: [
      ...facts,
      ...findings.slice(0, NOISE).map((finding) => plain('finding', findingText(finding))),
      ...launchFacts(launch),
      ...(launch.by === undefined ? [] : [plain('named by', launch.by)]),
    ],
    hints,
  };
}

function launchFacts(launch: Launch): Fact[] {
  switch (launch.kind) {
    case 'process': {
      const command = [launch.command, ...launch.args].map(shellWord).join(' ');
      const url = launch.url === undefined ? [] : [plain('url', launch.url)];
      return [plain('command', command), plain('cwd', launch.cwd), ...url];
    }
    case 'url':
      return [plain('url', launch.url)];
    case 'module':
      return [plain('module', launch.file), plain('export', launch.exportName)];
  }
}

/** An argument with a space in it is told apart from two arguments. */
function shellWord(word: string): string {
  return /^[^\s"']+$/.test(word) ? word : JSON.stringify(word);
}

function silenceFacts(ms: number | undefined): Fact[] {
  return ms === undefined ? [] : [plain('silence', `no data came for ${duration(ms)}`)];
}

function exitFacts(exit: ServerExit | null): Fact[] {
  return exit === null ? [] : [plain('server', exitText(exit))];
}

function plain(label: string, text: string): Fact {
  return { kind: 'plain', label, text };
}
