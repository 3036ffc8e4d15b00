import { expect, test } from 'vitest';
import { ECHO, runProject, server, target } from './reported.ts';

/** Loaded into the server before it starts. */
const ASKS_BY_TLS = `
import { once } from 'node:events';
import { connect } from 'node:tls';
const socket = connect({ host: '127.0.0.1', port: Number(new URL(process.env.API).port) });
await once(socket, 'error');
`;

test('a client that speaks https to a stub fails the scenario, even where the tool hides it', async () => {
  const { command, args } = server('ok');
  const launch = { command, args: ['--import', './asks.mjs', ...args] };
  const env = { API: '${upstreams.api.url}' };
  const run = await runProject({
    suite: `target: ${JSON.stringify({ ...launch, env })}\nupstreams:\n  api: { routes: [] }\n`,
    scenarios: { a: ECHO },
    files: { 'asks.mjs': ASKS_BY_TLS },
  });
  expect([run.code, run.of('a').status]).toEqual([1, 'failed']);
  expect(run.stdout).toContain('a request to the upstream "api" was no whole HTTP request');
  expect(run.stdout).toContain('(unreadable) TLS: the client asked by https');
});

test('a route that HTTP cannot send fails the scenario, and says so', async () => {
  const env = { CONFIG_URL: '${upstreams.config.url}' };
  const route = '{ path: /config, headers: { x-from: "${env.BAD}" }, body: a }';
  const run = await runProject({
    suite: `${target('asks-first', { env })}upstreams:\n  config: { routes: [${route}] }\n`,
    scenarios: { a: ECHO },
    cli: { env: { BAD: 'a\nb' } },
  });
  expect([run.code, run.of('a').status]).toEqual([1, 'failed']);
  expect(run.stdout).toContain('matched a route that HTTP cannot send');
  expect(run.stdout).toContain('GET /config -> 500, its route cannot be sent as HTTP');
});
