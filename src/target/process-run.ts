import { err, ok, type Result } from '../model/result.ts';
import { Cap } from './cap.ts';
import type { CallOptions, ProcessPart } from './connection.ts';
import { spawnTree } from './process-tree.ts';
import { TailBuffer } from './tail-buffer.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_STDERR = 2000;

/** What a command prints; the error says in words why there is nothing. Nothing is left running. */
export async function runProcess(
  spec: ProcessPart,
  { timeoutMs, signal }: CallOptions,
): Promise<Result<Uint8Array, string>> {
  const tree = await spawnTree(spec);
  if (!tree.ok) return err(`${spec.command} did not start (${tree.error.kind})`);
  const cap = new Cap(timeoutMs, signal);
  const chunks: Buffer[] = [];
  const stderr = new TailBuffer(MAX_STDERR);
  const { stdin, stdout, exited } = tree.value;
  let bytes = 0;
  stdin.end();
  stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
  });
  tree.value.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const read = new Promise<void>((resolve) => stdout.once('close', resolve));
  const ended = Promise.all([exited, read]).then(([exit]) => exit);
  const end = await Promise.race([ended, cap.reached]);
  cap.release();
  await tree.value.end();
  if (end === 'interrupted') return err('the run was interrupted');
  if (end === 'timeout') return err(`${spec.command} did not end within ${timeoutMs} ms`);
  if (bytes > MAX_BYTES) return err(`${spec.command} printed more than ${MAX_BYTES} bytes`);
  if (end.code === 0) return ok(Buffer.concat(chunks));
  const how = end.signal === null ? `with code ${end.code}` : `by ${end.signal}`;
  return err(`${spec.command} ended ${how}: ${stderr.text().trim()}`);
}
