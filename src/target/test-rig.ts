import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import type { Reply } from '../model/outcome.ts';
import { PLAIN_FACE } from './answers.ts';
import type { CallOptions, Connection, LaunchSpec, StdioSpec } from './connection.ts';
import { createReach } from './reach.ts';

const FAULTY = fileURLToPath(new URL('../../fixtures/servers/faulty/server.mjs', import.meta.url));

export const reach = createReach({ version: '1.2.3' });
/** As a client that can do nothing but call. */
export const connect = (spec: LaunchSpec, signal: AbortSignal) =>
  reach.connect(spec, PLAIN_FACE, signal);
export const never = new AbortController().signal;
export const soon: CallOptions = { timeoutMs: 20_000, signal: never };

/** A run of the misbehaving server in one of its modes. */
export function faulty(mode: string, changes: Partial<StdioSpec> = {}): StdioSpec {
  return launch([FAULTY, mode], changes);
}

/**
 * A server made of the body of `answer(message, say)`: `say` writes an object as one line, or a
 * string as it is. It answers `initialize` unless the body returns true.
 */
export function scripted(body: string, changes: Partial<StdioSpec> = {}): StdioSpec {
  const script = `
    const say = (what) => process.stdout.write(typeof what === 'string' ? what : JSON.stringify(what) + '\\n');
    const reply = (id, result) => say({ jsonrpc: '2.0', id, result });
    const answer = (message, say) => { ${body} };
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const message = JSON.parse(line);
      if (answer(message, say) || message.method !== 'initialize') return;
      const { protocolVersion } = message.params;
      reply(message.id, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '0' } });
    });`;
  return launch(['-e', script], changes);
}

/** A server whose tool calls are handled by `body`, see `scripted`. */
export function onCall(body: string): StdioSpec {
  return scripted(`if (message.method === 'tools/call') { ${body} }`);
}

function launch(args: readonly string[], changes: Partial<StdioSpec>): StdioSpec {
  return {
    transport: 'stdio',
    command: process.execPath,
    args,
    env: {},
    cwd: process.cwd(),
    startupTimeoutMs: 20_000,
    place: null,
    ...changes,
  };
}

/** Runs `use` on a connection to the server and closes it. */
export async function using<T>(
  spec: StdioSpec,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(spec, never);
  if (!connection.ok) throw new Error(JSON.stringify(connection.error));
  try {
    return await use(connection.value);
  } finally {
    await connection.value.close();
  }
}

/** The reply to a call, before it is read. */
export async function call(
  connection: Connection,
  name: string,
  args: JsonObject,
  options: CallOptions,
): Promise<Reply> {
  return (await connection.callTool(name, args, options)).reply;
}

/** What an object-shaped result says in its first block. */
export function textOf(reply: Reply): unknown {
  expect(reply.kind).toBe('result');
  return reply.kind === 'result' ? Object(reply.raw.content)[0].text : null;
}

/** A process that does not exist, or is a zombie, is gone. */
export async function expectGone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 5000, interval: 5 });
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/** The result of some work and how long it took, in ms. */
export async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await work;
  return { value, ms: performance.now() - start };
}
