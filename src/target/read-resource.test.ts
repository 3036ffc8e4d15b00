import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import type { StdioSpec } from './connection.ts';
import { faulty, scripted, soon, using } from './test-rig.ts';

const URI = 'flow://any';

function read(spec: StdioSpec, uri = URI, timeoutMs = 20_000) {
  return using(spec, (connection) => connection.readResource(uri, { ...soon, timeoutMs }));
}

const onRead = (body: string) => scripted(`if (message.method === 'resources/read') { ${body} }`);
const failing = (code: number) =>
  onRead(`say({ jsonrpc: '2.0', id: message.id, error: { code: ${code}, message: 'no' } });`);
const answering = (result: JsonObject) => onRead(`reply(message.id, ${JSON.stringify(result)});`);

describe('readResource', () => {
  it('gives the contents in their order, blank ones too, and leaves out what is none', async () => {
    const part = (more: JsonObject) => ({ uri: null, text: null, blob: null, ...more });
    const contents = [
      { uri: 'x://a', text: 'a' },
      { blob: 'AA==' },
      null,
      'b',
      { text: 7 },
      { text: '' },
    ];
    expect(await read(answering({ contents }))).toEqual({
      ok: true,
      value: [part({ uri: 'x://a', text: 'a' }), part({ blob: 'AA==' }), part({ text: '' })],
    });
    expect(await read(answering({ contents: [] }))).toEqual({ ok: true, value: [] });
  });

  it('asks for just that address, once', async () => {
    const counted = onRead(`this.n = (this.n ?? 0) + 1;
      reply(message.id, { contents: [{ text: this.n + JSON.stringify(message.params) }] });`);
    expect(await read(counted)).toMatchObject({
      ok: true,
      value: [{ text: `1{"uri":"${URI}"}` }],
    });
  });

  it.each([
    [failing(-32603), 'JSON-RPC error -32603: no'],
    [answering({}), 'the result has no list of contents'],
    [answering({ contents: { text: 'a' } }), 'the result has no list of contents'],
  ])('tells why there is nothing (%#)', async (spec, detail) => {
    expect(await read(spec)).toEqual({ ok: false, error: { code: 'probe_failed', detail } });
  });

  it.each([
    [faulty('flow'), 'JSON-RPC error -32002: Resource not found: flow://any'],
    [failing(-32601), 'JSON-RPC error -32601: no'],
    [failing(-32602), 'JSON-RPC error -32602: no'],
  ])('tells that there is no such resource (%#)', async (spec, detail) => {
    const error = { code: 'probe_failed', detail, absent: true };
    expect(await read(spec)).toEqual({ ok: false, error });
  });

  it('ends at its time, and tells an exit', async () => {
    expect(await read(onRead(''), URI, 150)).toMatchObject({
      ok: false,
      error: { code: 'timeout', afterMs: 150, doing: 'resources/read' },
    });
    expect(await read(onRead('process.exit(4)'))).toMatchObject({
      ok: false,
      error: { code: 'connection_lost', doing: 'resources/read', tail: { exit: { code: 4 } } },
    });
  });

  it('ends with the run', async () => {
    const run = new AbortController();
    const reading = using(onRead('process.stderr.write("x")'), (connection) => {
      setTimeout(() => run.abort(), 50);
      return connection.readResource(URI, { ...soon, signal: run.signal });
    });
    expect(await reading).toEqual({ ok: false, error: { code: 'interrupted' } });
  });
});
