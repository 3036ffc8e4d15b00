import { fileURLToPath } from 'node:url';
import { PLAIN_FACE } from '../target/answers.ts';
import type { Connection } from '../target/connection.ts';
import { createReach } from '../target/reach.ts';

// How far a call runs over its cap, as a ratio of the two.
const GOALS = [
  {
    says: 'a call with progress for ever, cap 1 s',
    args: { ms: 60_000, progress: true },
    capMs: 1000,
    goal: 1.2,
  },
  { says: 'a silent call, cap 400 ms', args: { ms: 60_000 }, capMs: 400, goal: 1.25 },
] as const;

const server = fileURLToPath(new URL('../../fixtures/servers/faulty/server.mjs', import.meta.url));
const never = new AbortController().signal;

async function connect(): Promise<Connection> {
  const connected = await createReach({ version: '0.0.0' }).connect(
    {
      transport: 'stdio',
      command: process.execPath,
      args: [server, 'late'],
      env: {},
      cwd: process.cwd(),
      startupTimeoutMs: 30_000,
      place: null,
    },
    PLAIN_FACE,
    never,
  );
  if (!connected.ok) throw new Error(JSON.stringify(connected.error));
  return connected.value;
}

const connection = await connect();
for (const { says, args, capMs, goal } of GOALS) {
  const start = performance.now();
  const { reply } = await connection.callTool('late', args, { timeoutMs: capMs, signal: never });
  const ratio = (performance.now() - start) / capMs;
  if (reply.kind !== 'timeout') throw new Error(`it ended by ${reply.kind}, not by its cap`);
  process.stdout.write(`${says}: ended at ${ratio.toFixed(3)} times the cap (at most ${goal})\n`);
  if (process.argv.includes('--check') && ratio > goal) process.exitCode = 1;
}
await connection.close();
