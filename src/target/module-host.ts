// The entry of the process that a module runs in: a file of its own in the build.
import { inspect } from 'node:util';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type Beginning, ChannelTransport, listen, MODULE_FAILED } from './module-channel.ts';
import { leave, settled } from './process-leave.ts';

/** What a factory has to give. */
interface ServerLike {
  connect(transport: Transport): unknown;
  close?(): unknown;
}

/** The names that a missing export could have meant. */
const NAMES_SHOWN = 20;
/** Well within the time that a server has for its end, in ms. */
const LINGER_MS = 100;

const transport = new ChannelTransport();
let server: ServerLike | null = null;
// What goes wrong at the end is the module's, and ends us as it would any process.
listen(
  (beginning) => void run(beginning),
  transport,
  () => void end(),
);

async function run(beginning: Beginning): Promise<void> {
  try {
    const made = await makeServer(beginning);
    await stage('connect(transport) threw', () => made.connect(transport));
    server = made;
  } catch (thrown) {
    await giveUp(thrown instanceof Failure ? thrown : new Failure('it threw', thrown));
  }
}

async function giveUp({ detail, thrown }: Failure): Promise<void> {
  const params = { detail };
  // A server may have closed it before.
  await transport.send({ jsonrpc: '2.0', method: MODULE_FAILED, params }).catch(() => {});
  await leave(thrown === undefined ? '' : `${withoutUs(inspect(thrown))}\n`);
}

/** Like a server whose input has ended, it may finish what is under way. */
async function end(): Promise<void> {
  await settled(LINGER_MS);
  if (server !== null) {
    await server.close?.();
    await transport.close();
  }
  await leave();
}

async function makeServer({ url, exportName }: Beginning): Promise<ServerLike> {
  const found = await load(url);
  const factory = found[exportName];
  if (factory === undefined) throw new Failure(`it ${missing(exportName, Object.keys(found))}`);
  if (typeof factory !== 'function') {
    throw new Failure(`its export "${exportName}" is ${nameOf(factory)}, not a function`);
  }
  const server = await stage(`${exportName}() threw`, () => factory());
  if (isServer(server)) return server;
  throw new Failure(`${exportName}() gave ${nameOf(server)} without a method connect(transport)`);
}

async function load(url: string): Promise<Readonly<Record<string, unknown>>> {
  return stage('loading it threw', () => import(url)).catch((failure: Failure) => {
    const { code, url: at } = Object(failure.thrown);
    throw code === 'ERR_MODULE_NOT_FOUND' && at === url
      ? new Failure('the file does not exist')
      : failure;
  });
}

/** Why there is no server; `thrown`: by the module itself. */
class Failure {
  readonly detail: string;
  readonly thrown: unknown;

  constructor(detail: string, thrown?: unknown) {
    this.detail = detail;
    this.thrown = thrown;
  }
}

async function stage<T>(says: string, work: () => T): Promise<Awaited<T>> {
  try {
    return await work();
  } catch (thrown) {
    throw new Failure(`${says}: ${thrown instanceof Error ? thrown : inspect(thrown)}`, thrown);
  }
}

/** The frames of this file say nothing about the module. */
function withoutUs(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => !line.includes(import.meta.url))
    .join('\n');
}

function isServer(value: unknown): value is ServerLike {
  return typeof Object(value).connect === 'function';
}

function missing(exportName: string, names: readonly string[]): string {
  if (names.length === 0) return `has no export "${exportName}", and no other`;
  const more = names.length > NAMES_SHOWN ? `, and ${names.length - NAMES_SHOWN} more` : '';
  return `has no export "${exportName}"; it exports ${names.slice(0, NAMES_SHOWN).join(', ')}${more}`;
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
