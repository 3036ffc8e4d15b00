import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { err, ok, type Result } from '../model/result.ts';
import { answerTo, capabilitiesOf } from './answers.ts';
import type { Cap, CapCause } from './cap.ts';
import type { ClientFace, Connection } from './connection.ts';
import type { FindingLog } from './finding-log.ts';
import { listTools } from './list-tools.ts';
import { readReply } from './outcome.ts';
import { requestRaw } from './raw-request.ts';
import { readResource } from './read-resource.ts';
import type { Wire } from './wire.ts';
import { ServerError, wireCause } from './wire-error.ts';

const CLIENT_NAME = 'mcp-eval';
/** For the SDK's own timer, which must never be the first: the longest that a timer can be, in ms. */
const SDK_TIMEOUT_MS = 2 ** 31 - 1;
const MAX_DETAIL = 2000;

/** Why `initialize` did not complete; `refused` also stands for an answer that cannot be used. */
export type SessionFailure = CapCause | { readonly refused: string };

/** How the client introduces itself: our version, and what it can do. */
export interface Introduction {
  readonly version: string;
  readonly face: ClientFace;
}

/** Completes `initialize` over a way to a server that is there. */
export async function openSession(
  wire: Wire,
  { version, face }: Introduction,
  cap: Cap,
  findings: FindingLog,
): Promise<Result<Connection, SessionFailure>> {
  const client = newClient({ version, face }, wire, findings);
  // It tells its failure as a value, so that losing the race rejects nothing.
  const initialized = client.connect(wire, { timeout: SDK_TIMEOUT_MS }).then(
    () => null,
    (error: unknown) => ({ refused: refusal(error).slice(0, MAX_DETAIL) }),
  );
  const failure = await Promise.race([initialized, cap.reached]);
  return failure === null ? ok(connectionOver(client, wire, findings)) : err(failure);
}

function newClient({ version, face }: Introduction, wire: Wire, findings: FindingLog): Client {
  const client = new Client(
    { name: CLIENT_NAME, version },
    // Never asked, since results are taken raw; the default one sets up a whole Ajv per client.
    { capabilities: capabilitiesOf(face), jsonSchemaValidator: { getValidator: acceptAll } },
  );
  client.onerror = (error) => {
    // What cannot be sent any more is told by the loss itself.
    if (wire.alive) findings.odd(error.message);
  };
  client.fallbackRequestHandler = async ({ method, params }) => answerTo(method, params, face);
  return client;
}

function acceptAll<T>(): JsonSchemaValidator<T> {
  return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
}

/** Both sides of a disagreement about the protocol version are shown. */
function refusal(error: unknown): string {
  const cause = wireCause(error);
  if (cause instanceof ServerError) {
    const data = cause.data === null ? '' : `; data: ${JSON.stringify(cause.data)}`;
    return `JSON-RPC error ${cause.code}: ${cause.message}${data}`;
  }
  if (cause !== null) return cause.detail;
  const broken = brokenParts(error);
  if (broken.length > 0) return `its answer is malformed: ${broken.join('; ')}`;
  const message = error instanceof Error ? error.message : String(error);
  return `${message} (this client speaks ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')})`;
}

/** Where an answer is not what the SDK's schema says, of which it tells in JSON over many lines. */
function brokenParts(error: unknown): readonly string[] {
  if (!(error instanceof Error && 'issues' in error && Array.isArray(error.issues))) return [];
  return error.issues.map(({ path, message }) => `/${[path].flat().join('/')}: ${message}`);
}

function connectionOver(client: Client, wire: Wire, findings: FindingLog): Connection {
  const server = client.getServerVersion();
  let gaveUp = false;
  return {
    server: {
      name: server?.name ?? '',
      version: server?.version ?? '',
      protocolVersion: wire.protocolVersion ?? '',
    },
    listTools: async (options) => {
      if (client.getServerCapabilities()?.tools === undefined) return ok([]);
      const listed = await listTools(wire, options, findings);
      gaveUp ||= !listed.ok && listed.error.code === 'timeout';
      return listed;
    },
    callTool: async (name, args, options) => {
      const params = { name, arguments: args };
      const reply = await requestRaw(wire, 'tools/call', params, options);
      gaveUp ||= reply.kind === 'timeout';
      return readReply(reply, findings);
    },
    readResource: async (uri, options) => {
      const read = await readResource(wire, uri, options, findings);
      gaveUp ||= !read.ok && read.error.code === 'timeout';
      return read;
    },
    gaveUp: () => gaveUp,
    takeFindings: () => findings.take(),
    tail: () => wire.tail(),
    alive: () => wire.alive,
    close: () => wire.end(),
  };
}
