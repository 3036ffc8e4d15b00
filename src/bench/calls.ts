import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { PLAIN_FACE } from '../target/answers.ts';
import { createReach } from '../target/reach.ts';
import { median } from './measure.ts';

// Our connection against the stock SDK client, on the same echo server. The two take turns, so that a machine that
// is busy for a while slows both.
const CALLS = 160;
const ROUNDS = 41;
const AT_ONCE = 16;
const BIG_BYTES = 20 * 1024 * 1024;
const goals = { sequential: 1, atOnce: 1, big: 5 };

const server = fileURLToPath(new URL('../../fixtures/servers/faulty/server.mjs', import.meta.url));
const never = new AbortController().signal;

interface Caller {
  call(tool: string, args: Record<string, string | number>): Promise<unknown>;
  close(): Promise<void>;
}

async function ours(): Promise<Caller> {
  const { PATH = '' } = process.env;
  const connected = await createReach({ version: '0.0.0' }).connect(
    {
      transport: 'stdio',
      command: process.execPath,
      args: [server, 'big'],
      env: { PATH },
      cwd: process.cwd(),
      startupTimeoutMs: 30_000,
      place: null,
    },
    PLAIN_FACE,
    never,
  );
  if (!connected.ok) throw new Error(JSON.stringify(connected.error));
  const options = { timeoutMs: 120_000, signal: never };
  return {
    call: (tool, args) => connected.value.callTool(tool, args, options),
    close: async () => void (await connected.value.close()),
  };
}

async function stock(): Promise<Caller> {
  const client = new Client({ name: 'bench', version: '0.0.0' });
  // Its own limit of 10 MiB ends the connection.
  const maxBufferSize = 2 * BIG_BYTES;
  const args = [server, 'big'];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, maxBufferSize }),
  );
  return {
    call: (name, args) =>
      client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 }),
    close: () => client.close(),
  };
}

async function timeCalls(caller: Caller): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < CALLS; count += 1) await caller.call('echo', { text: 'hello' });
  return performance.now() - start;
}

async function timeAtOnce(caller: Caller): Promise<number> {
  const start = performance.now();
  const lane = async () => {
    for (let count = 0; count < CALLS / AT_ONCE; count += 1) {
      await caller.call('echo', { text: 'hello' });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return performance.now() - start;
}

async function timeBig(caller: Caller): Promise<number> {
  const start = performance.now();
  await caller.call('big', { bytes: BIG_BYTES });
  return performance.now() - start;
}

/** How many times as long the stock client takes: one ratio a round, the median of all. */
async function compare(
  rounds: number,
  measure: (caller: Caller) => Promise<number>,
): Promise<number> {
  const callers = { own: await ours(), stock: await stock() };
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const own = await measure(callers.own);
    const other = await measure(callers.stock);
    // The first round warms both up.
    if (round > 0) ratios.push(other / own);
  }
  await Promise.all([callers.own.close(), callers.stock.close()]);
  return median(ratios);
}

const sequential = await compare(ROUNDS, timeCalls);
const atOnce = await compare(ROUNDS, timeAtOnce);
const big = await compare(5, timeBig);
process.stdout.write(
  'against the stock client of the SDK, on the same echo server:\n' +
    `  calls per second, one after the other: ${sequential.toFixed(2)} times as many (at least ${goals.sequential})\n` +
    `  calls per second, ${AT_ONCE} at once: ${atOnce.toFixed(2)} times as many (at least ${goals.atOnce})\n` +
    `  a reply of 20 MiB: ${big.toFixed(1)} times as fast (at least ${goals.big})\n`,
);
const missed = sequential < goals.sequential || atOnce < goals.atOnce || big < goals.big;
if (process.argv.includes('--check') && missed) process.exitCode = 1;
