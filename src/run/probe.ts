import { resolve } from 'node:path';
import { isJsonObject, type JsonValue } from '../model/json.ts';
import type { UpstreamRequest } from '../model/outcome.ts';
import { valueAt, without } from '../model/pointer.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { StateProbe, Suite } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { isBlank } from '../model/visible.ts';
import { expand, expandText } from '../scenario/interpolate.ts';
import { nearestAll } from '../validator/nearest.ts';
import type { Client } from './connect.ts';
import type { RunDeps } from './deps.ts';
import type { Lease } from './lease.ts';
import { nearestPointer } from './nearest-pointer.ts';
import { targetEnv } from './target-env.ts';

const NEAR_TOOLS = 3;

export interface ProbeContext {
  readonly suite: Suite;
  readonly lease: Lease;
  /** Who asks: the client of the step. */
  readonly client: Client;
  readonly deps: RunDeps;
  readonly signal: AbortSignal;
  /** Takes what the stubs received meanwhile: it belongs to no step. */
  readonly aside: (requests: readonly UpstreamRequest[]) => void;
}

/** The state of the server, or the part of it that counts. What cannot be read is never a state. */
export async function readState(
  probe: StateProbe,
  context: ProbeContext,
): Promise<Result<JsonValue, Trouble>> {
  const whole = await readWhole(probe, context);
  context.aside(context.lease.upstreams.take());
  if (!whole.ok) return err(placed(whole.error, probe));
  const part = valueAt(whole.value, probe.at);
  if (part !== undefined) return ok(without(part, probe.ignore));
  const nearest = nearestPointer(whole.value, probe.at);
  return err({
    code: 'probe_failed',
    detail: `nothing at ${probe.at}`,
    nearest,
    place: probe.place,
  });
}

/** It is mended where the suite says how the state is read. */
function placed(trouble: Trouble, { place }: StateProbe): Trouble {
  switch (trouble.code) {
    case 'probe_failed':
    case 'timeout':
    case 'connection_lost':
      return { ...trouble, place };
    default:
      return trouble;
  }
}

function failed(detail: string): Result<never, Trouble> {
  return err({ code: 'probe_failed', detail });
}

function readWhole(probe: StateProbe, context: ProbeContext): Promise<Result<JsonValue, Trouble>> {
  const { scope } = context.lease;
  switch (probe.by) {
    case 'resource':
      return readByResource(expandText(probe.uri, scope), context);
    case 'tool': {
      const args = expand(probe.args, scope);
      return readByTool(probe.tool, isJsonObject(args) ? args : {}, context);
    }
    case 'command':
      return readByCommand(probe, context);
    case 'dir':
      return readDir(expandText(probe.dir, scope), context);
  }
}

async function readByResource(
  uri: string,
  { client, suite, signal }: ProbeContext,
): Promise<Result<JsonValue, Trouble>> {
  const options = { timeoutMs: suite.timeoutMs, signal };
  const texts = await client.connection.readResource(uri, options);
  if (!texts.ok) return texts;
  if (texts.value.every(isBlank)) return failed(`${uri} has no text`);
  return ok(jsonOf(texts.value));
}

async function readByTool(
  name: string,
  args: Readonly<Record<string, JsonValue>>,
  { client, suite, signal }: ProbeContext,
): Promise<Result<JsonValue, Trouble>> {
  const listed = client.tools.map((tool) => tool.name);
  if (!listed.includes(name)) {
    const missing = { tool: name, nearest: nearestAll(name, listed, NEAR_TOOLS), listed };
    return err({ code: 'probe_failed', detail: `there is no tool ${name}`, missing });
  }
  const options = { timeoutMs: suite.timeoutMs, signal };
  const { reply, error, structured, text } = await client.connection.callTool(name, args, options);
  if (reply.kind === 'interrupted') return err({ code: 'interrupted' });
  if (reply.kind === 'timeout') return failed(`no answer of ${name} within ${reply.afterMs} ms`);
  if (reply.kind === 'lost') return failed(reply.detail ?? 'the connection was lost');
  if (error !== null) return failed(`${name} reports an error: ${error.text.slice(0, 500)}`);
  if (structured !== null) return ok(structured);
  return isBlank(text) ? failed(`${name} gave no content`) : ok(jsonOf([text]));
}

async function readByCommand(
  { command, baseDir }: Extract<StateProbe, { by: 'command' }>,
  { lease, suite, deps, signal }: ProbeContext,
): Promise<Result<JsonValue, Trouble>> {
  const [program = '', ...args] = command.map((word) => expandText(word, lease.scope));
  const env = targetEnv({ passEnv: [] }, {}, lease.scope.env);
  const spec = { command: program, args, env, cwd: resolve(baseDir) };
  const ran = await deps.reach.run(spec, { timeoutMs: suite.timeoutMs, signal });
  if (!ran.ok) return signal.aborted ? err({ code: 'interrupted' }) : failed(ran.error);
  try {
    return ok(JSON.parse(ran.value) as JsonValue);
  } catch {
    return failed(`${program} printed no JSON: ${ran.value.slice(0, 200)}`);
  }
}

async function readDir(path: string, { deps }: ProbeContext): Promise<Result<JsonValue, Trouble>> {
  const tree = await deps.tmp.read(path);
  return tree.ok ? tree : failed(tree.error);
}

/** One JSON text is its value; another text, or several, stand as they are. */
function jsonOf(texts: readonly string[]): JsonValue {
  const values = texts.map((text): JsonValue => {
    try {
      return JSON.parse(text) as JsonValue;
    } catch {
      return text;
    }
  });
  return values.length === 1 ? (values[0] ?? null) : values;
}
