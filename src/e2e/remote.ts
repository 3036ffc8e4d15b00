import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './drive.ts';

export interface Remote {
  /** Of the MCP endpoint. */
  readonly url: string;
  /** What it has counted. */
  stats(): Promise<Readonly<Record<string, number>>>;
  stop(): Promise<void>;
}

/** An example server over HTTP that wants this token, with the service that it calls: a live instance. */
export async function startRemote(
  name: 'ecnl' | 'nwsl' | 'reviewer',
  token: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Remote> {
  const { url: api, stop: stopApi } = await startApi();
  const { PATH = '' } = process.env;
  const addresses = { EVENTS_API_URL: api, NWSL_API_URL: api, MODEL_API_URL: api };
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'fixtures', name, 'http.js')], {
    env: { PATH, ...addresses, BEARER_TOKEN: token, STATS: '1', ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const url = await listeningOn(child.stderr);
  return {
    url,
    stats: async () => (await fetch(new URL('/stats', url))).json(),
    stop: async () => {
      child.stdin.end();
      await exited;
      stopApi();
    },
  };
}

async function listeningOn(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stderr })) {
    const url = /^listening on (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return url;
    throw new Error(line);
  }
  throw new Error('it ended without a word');
}

const DATA: Readonly<Record<string, string>> = {
  '/v1/events': 'ecnl/events.json',
  '/v1/events/evt-1001': 'ecnl/evt-1001.json',
  '/v1/matches': 'nwsl/matches-2026.json',
  '/v1/messages': 'reviewer/rude.json',
};

/** The service behind all of them, with the data of their suites. */
async function startApi(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const file = DATA[pathname];
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      file === undefined ? '{"error":"unknown"}' : readFileSync(join(ROOT, 'scenarios', file)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
