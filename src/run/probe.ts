import { resolve } from 'node:path';
import { differences } from '../model/difference.ts';
import { isJsonObject, type JsonValue } from '../model/json.ts';
import type { ListedTool, Outcome } from '../model/outcome.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { StateProbe, Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { decodeUtf8 } from '../model/utf8.ts';
import { isBlank } from '../model/visible.ts';
import { expand, expandText } from '../scenario/interpolate.ts';
import { parseTemplate } from '../scenario/template.ts';
import type { ResourceContent } from '../target/connection.ts';
import { nearestAll } from '../validator/nearest.ts';
import type { Client } from './connect.ts';
import type { RunDeps } from './deps.ts';
import type { Lease } from './lease.ts';
import { refuseProbe } from './prepare.ts';
import { type Read, type Reading, readingOf } from './reading.ts';
import { targetEnv } from './target-env.ts';

const NEAR_TOOLS = 3;

export interface ProbeContext {
  readonly suite: Suite;
  readonly lease: Lease;
  /** Who asks: the client of the step. */
  readonly client: Client;
  readonly deps: RunDeps;
  readonly signal: AbortSignal;
  /** Tools that say they are destructive are not called. */
  readonly sparing: boolean;
  /** Is told what a tool by which it is read has answered. */
  readonly probed: (tool: ListedTool, outcome: Outcome) => void;
}

type OfProbe = Result<Read, Trouble>;
type Probe<By extends StateProbe['by']> = Extract<StateProbe, { by: By }>;

/** The state of the server, or the part of it that counts. What cannot be read is never a state. */
export async function readState(
  probe: StateProbe,
  context: ProbeContext,
): Promise<Result<Reading, Trouble>> {
  const whole = await readWhole(probe, context);
  if (!whole.ok) return err(placed(whole.error, probe));
  const reading = readingOf(whole.value, probe);
  return reading.ok ? reading : err(placed({ code: 'probe_failed', ...reading.error }, probe));
}

/** It is mended where the suite says how the state is read. */
export function placed(trouble: Trouble, { place }: StateProbe): Trouble {
  switch (trouble.code) {
    case 'probe_failed':
    case 'timeout':
    case 'connection_lost':
      return { ...trouble, place };
    default:
      return trouble;
  }
}

function probeFailed(detail: string): Result<never, Trouble> {
  return err({ code: 'probe_failed', detail });
}

function readWhole(probe: StateProbe, context: ProbeContext): Promise<OfProbe> {
  switch (probe.by) {
    case 'resource':
      return readByResource(expandText(probe.uri, context.lease.scope), context);
    case 'tool':
      return readByTool(probe, context);
    case 'command':
      return readByCommand(probe, context);
    case 'dir':
      return readDir(probe, context);
  }
}

async function readByResource(
  uri: string,
  { client, suite, signal }: ProbeContext,
): Promise<OfProbe> {
  const options = { timeoutMs: suite.timeoutMs, signal };
  const read = await client.connection.readResource(uri, options);
  if (!read.ok) return read;
  const contents = read.value;
  if (contents.every(({ text, blob }) => isBlank(text ?? blob))) {
    return probeFailed(`${uri} has no content`);
  }
  const parts = contents.map(partOf);
  const kinds = contents.map(({ uri: address }, at) => ({ uri: address, kind: parts[at]?.kind }));
  return ok({
    value: parts.length === 1 ? (parts[0]?.value ?? null) : parts.map(({ value }) => value),
    raw: { contents: kinds as JsonValue },
  });
}

interface Part {
  readonly kind: 'json' | 'text' | 'blob';
  readonly value: JsonValue;
}

function partOf({ text, blob }: ResourceContent): Part {
  return text === null ? { kind: 'blob', value: `base64:${blob}` } : textPart(text);
}

/** One JSON text is its value; another text stands as it is. */
function textPart(text: string): Part {
  try {
    return { kind: 'json', value: JSON.parse(text) as JsonValue };
  } catch {
    return { kind: 'text', value: text };
  }
}

async function readByTool(
  { tool: name, args: written, ignore }: Probe<'tool'>,
  { lease, client, suite, signal, sparing, probed }: ProbeContext,
): Promise<OfProbe> {
  const tool = client.tools.find((each) => each.name === name);
  if (tool === undefined) {
    const listed = client.tools.map((each) => each.name);
    const missing = { tool: name, nearest: nearestAll(name, listed, NEAR_TOOLS), listed };
    return err({ code: 'probe_failed', detail: `there is no tool ${name}`, missing, absent: true });
  }
  const expanded = expand(written, lease.scope);
  const args = isJsonObject(expanded) ? expanded : {};
  const refused = refuseProbe(tool, args, sparing);
  if (refused !== null) return err(refused);
  const options = { timeoutMs: suite.timeoutMs, signal };
  const outcome = await client.connection.callTool(name, args, options);
  probed(tool, outcome);
  const { reply, error, structured, text } = outcome;
  if (reply.kind === 'interrupted') return err({ code: 'interrupted' });
  if (reply.kind === 'timeout')
    return probeFailed(`no answer of ${name} within ${reply.afterMs} ms`);
  if (reply.kind === 'lost') return probeFailed(reply.detail ?? 'the connection was lost');
  if (error !== null) return probeFailed(`${name} reports an error: ${error.text.slice(0, 500)}`);
  if (structured === null && isBlank(text)) return probeFailed(`${name} gave no content`);
  const { kind, value } = textPart(text);
  if (structured === null) return ok({ value, raw: { kind } });
  // Beside its data a text says more, unless it is their JSON; no pointer could leave a part of it out.
  const isSame = ignore.length > 0 || differences(structured, value, false).length === 0;
  return ok({ value: structured, raw: isSame ? null : { text } });
}

async function readByCommand(
  { command, baseDir }: Probe<'command'>,
  { lease, suite, deps, signal }: ProbeContext,
): Promise<OfProbe> {
  const { scope } = lease;
  // The same suite may be run against a server that is there already.
  if (scope.port === null && command.some(namesPort)) {
    return probeFailed('there is no ${port}: no server was started on one');
  }
  const [program = '', ...args] = command.map((word) => expandText(word, scope));
  const env = targetEnv({ passEnv: [] }, {}, scope.env);
  const spec = { command: program, args, env, cwd: resolve(baseDir) };
  const ran = await deps.reach.run(spec, { timeoutMs: suite.timeoutMs, signal });
  if (!ran.ok) return signal.aborted ? err({ code: 'interrupted' }) : probeFailed(ran.error);
  const text = decodeUtf8(ran.value);
  // Read as text, different bytes would come out as the same replacement character.
  if (!text.ok) return ok({ value: `base64:${base64Of(ran.value)}`, raw: { kind: 'bytes' } });
  try {
    return ok({ value: JSON.parse(text.value) as JsonValue, raw: { kind: 'json' } });
  } catch {
    return probeFailed(`${program} printed no JSON: ${text.value.slice(0, 200)}`);
  }
}

function namesPort(word: string): boolean {
  return parseTemplate(word).parts.some((part) => typeof part !== 'string' && part.kind === 'port');
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

async function readDir(
  { dir, baseDir }: Probe<'dir'>,
  { deps, lease }: ProbeContext,
): Promise<OfProbe> {
  const tree = await deps.tmp.read(resolve(baseDir, expandText(dir, lease.scope)));
  return tree.ok ? ok({ value: tree.value, raw: null }) : probeFailed(tree.error);
}
