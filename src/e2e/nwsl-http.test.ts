import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './drive.ts';

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:1';

/** Killed at the end of the test, also of one that hangs. */
function start(name: string, env: Readonly<Record<string, string>> = {}) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'fixtures', name, 'http.js')], {
    env: { PATH, EVENTS_API_URL: NOWHERE, NWSL_API_URL: NOWHERE, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Its address, from the first line it says. */
async function addressOf(child: ReturnType<typeof start>): Promise<URL> {
  for await (const line of createInterface({ input: child.stderr })) {
    const [, url] = /^listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)$/.exec(line) ?? [];
    expect(url, line).toBeDefined();
    return new URL(url ?? '');
  }
  throw new Error('it ended without a word');
}

async function lastWords(child: ReturnType<typeof start>): Promise<[string, number | null]> {
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return [said, code];
}

test.each([
  ['ecnl', 'its standard input ends', (child: ChildProcess) => child.stdin?.end()],
  ['nwsl', 'SIGTERM comes', (child: ChildProcess) => child.kill('SIGTERM')],
])('%s over HTTP ends when %s, whoever is connected', async (name, _, stop) => {
  const child = start(name);
  const exited = once(child, 'exit');
  const client = new Client({ name: 'test', version: '0.0.0' });
  await client.connect(new StreamableHTTPClientTransport(await addressOf(child)) as Transport);
  expect((await client.listTools()).tools).toHaveLength(2);
  stop(child);
  expect(await exited).toEqual([0, null]);
  await client.close();
});

test('what is wrong with its settings is its last word', async () => {
  const { port } = await addressOf(start('nwsl'));
  const [taken, none, empty] = await Promise.all([
    lastWords(start('nwsl', { PORT: port })),
    lastWords(start('nwsl', { PORT: 'http' })),
    lastWords(start('nwsl', { BEARER_TOKEN: '' })),
  ]);
  expect(taken).toEqual([expect.stringMatching(/^FATAL: cannot listen: .*EADDRINUSE/), 1]);
  expect(none).toEqual(['FATAL: PORT is not a port number\n', 1]);
  expect(empty).toEqual(['FATAL: BEARER_TOKEN is empty\n', 1]);
});
