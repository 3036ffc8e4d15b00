import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { err, ok, type Result } from '../model/result.ts';
import type { Launch, StartReason, Trouble } from '../model/trouble.ts';
import { Cap, type CapCause } from './cap.ts';
import type { Connect, Connection, LaunchSpec } from './connection.ts';
import { FindingLog } from './finding-log.ts';
import { listTools } from './list-tools.ts';
import { readReply } from './outcome.ts';
import { spawnTree } from './process-tree.ts';
import { requestRaw } from './raw-request.ts';
import { StdioTransport } from './stdio-transport.ts';
import type { Wire } from './wire.ts';
import { ServerError, wireCause } from './wire-error.ts';

const CLIENT_NAME = 'mcp-eval';
/** For the SDK's own timer, which must never be the first: the longest that a timer can be, in ms. */
const SDK_TIMEOUT_MS = 2 ** 31 - 1;
const MAX_DETAIL = 2000;

/** `version`: ours, as the servers are told it. */
export function createStdioConnect(own: { readonly version: string }): Connect {
  return async (spec, signal) => {
    if (signal.aborted) return err({ code: 'interrupted' });
    const cap = new Cap(spec.startupTimeoutMs, signal);
    try {
      return await start(spec, own.version, cap);
    } finally {
      cap.release();
    }
  };
}

async function start(
  spec: LaunchSpec,
  version: string,
  cap: Cap,
): Promise<Result<Connection, Trouble>> {
  const tree = await spawnTree(spec);
  if (!tree.ok) return err(startFailed(spec, tree.error, { exit: null, stderr: '' }));
  const findings = new FindingLog();
  const transport = new StdioTransport(tree.value, findings);
  const client = newClient(version, transport, findings);
  // It tells its failure as a value, so that losing the race rejects nothing.
  const initialized = client.connect(transport, { timeout: SDK_TIMEOUT_MS }).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const failure = await Promise.race([initialized, cap.reached]);
  if (failure === null) return ok(connectionOver(client, transport, findings));
  if (transport.lost) await transport.loss();
  const { exit } = transport.tail();
  await transport.close();
  const tail = { exit, stderr: transport.tail().stderr };
  if (failure === 'interrupted') return err({ code: 'interrupted' });
  if (transport.lost && exit === null) {
    const { detail } = await transport.loss();
    return err({ code: 'connection_lost', doing: 'initialize', detail, tail });
  }
  return err(startFailed(spec, reasonOf(failure, exit !== null, spec), tail));
}

function newClient(version: string, transport: StdioTransport, findings: FindingLog): Client {
  const client = new Client(
    { name: CLIENT_NAME, version },
    // Never asked, since results are taken raw; the default one sets up a whole Ajv per client.
    { capabilities: {}, jsonSchemaValidator: { getValidator: acceptAll } },
  );
  client.onerror = (error) => {
    // What cannot be sent any more is told by the loss itself.
    if (transport.alive) findings.odd(error.message);
  };
  return client;
}

function acceptAll<T>(): JsonSchemaValidator<T> {
  return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
}

function reasonOf(
  failure: Exclude<CapCause, 'interrupted'> | { readonly error: unknown },
  hasExited: boolean,
  spec: LaunchSpec,
): StartReason {
  if (hasExited) return { kind: 'exited' };
  if (failure === 'timeout') return { kind: 'timeout', afterMs: spec.startupTimeoutMs };
  return { kind: 'refused', detail: refusal(failure.error).slice(0, MAX_DETAIL) };
}

/** Both sides of a disagreement about the protocol version are shown. */
function refusal(error: unknown): string {
  const cause = wireCause(error);
  if (cause instanceof ServerError) {
    const data = cause.data === null ? '' : `; data: ${JSON.stringify(cause.data)}`;
    return `JSON-RPC error ${cause.code}: ${cause.message}${data}`;
  }
  if (cause !== null) return cause.detail;
  const message = error instanceof Error ? error.message : String(error);
  return `${message} (this client speaks ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')})`;
}

function startFailed(
  spec: LaunchSpec,
  reason: StartReason,
  tail: Extract<Trouble, { code: 'start_failed' }>['tail'],
): Trouble {
  const launch: Launch = {
    command: spec.command,
    args: spec.args,
    cwd: spec.cwd,
    place: spec.place,
  };
  return { code: 'start_failed', reason, launch, tail };
}

function connectionOver(client: Client, transport: Wire, findings: FindingLog): Connection {
  const server = client.getServerVersion();
  return {
    server: {
      name: server?.name ?? '',
      version: server?.version ?? '',
      protocolVersion: transport.protocolVersion ?? '',
    },
    listTools: async (options) => {
      if (client.getServerCapabilities()?.tools === undefined) return ok([]);
      return listTools(transport, options, findings);
    },
    callTool: async (name, args, options) => {
      const params = { name, arguments: args };
      return readReply(await requestRaw(transport, 'tools/call', params, options));
    },
    takeFindings: () => findings.take(),
    tail: () => transport.tail(),
    alive: () => transport.alive,
    close: () => transport.end(),
  };
}
