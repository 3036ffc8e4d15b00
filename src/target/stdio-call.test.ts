import { describe, expect, it } from 'vitest';
import { call, faulty, onCall, soon, textOf, using } from './test-rig.ts';

describe('a call', () => {
  it('gives the result as it came, unknown members and blocks included', async () => {
    const result = {
      content: [{ type: 'hologram', depth: 3 }],
      structuredContent: [1, null],
      extra: { a: 1 },
      _meta: { own: true },
    };
    const reply = await using(
      onCall(`reply(message.id, ${JSON.stringify(result)})`),
      (connection) => call(connection, 'any', {}, soon),
    );
    expect(reply).toEqual({ kind: 'result', raw: result });
  });

  it('is read by the rules of the format', async () => {
    await using(faulty('is-error-text'), async (connection) => {
      expect(await connection.callTool('fail', { text: 'no such event' }, soon)).toMatchObject({
        error: { channel: 'tool', code: null, text: 'no such event' },
        text: 'no such event',
        textFrom: 'blocks',
      });
    });
  });

  it('sends exactly one request with the name and arguments', async () => {
    const count = `global.calls = (global.calls ?? 0) + 1;
      reply(message.id, { content: [], calls: global.calls, params: message.params });`;
    await using(onCall(count), async (connection) => {
      const first = await call(connection, 'a', { x: [1] }, soon);
      expect(first).toMatchObject({
        raw: { calls: 1, params: { name: 'a', arguments: { x: [1] } } },
      });
      expect(await call(connection, 'b', {}, soon)).toMatchObject({ raw: { calls: 2 } });
    });
  });

  it('keeps code, message and data of a JSON-RPC error, without a prefix', async () => {
    await using(faulty('protocol-error'), async (connection) => {
      expect(await call(connection, 'refuse', {}, soon)).toEqual({
        kind: 'protocol_error',
        code: -32602,
        message: 'Refused on principle',
        data: { retry: false, code: 'refused' },
      });
      expect(connection.alive()).toBe(true);
    });
  });

  it.each([-32000, -32001, -32042])(
    'takes the code %i from the server for its own',
    async (code) => {
      const error = { code, message: 'MCP error: mine', data: { elicitations: [] } };
      const reply = await using(
        onCall(`say({ jsonrpc: '2.0', id: message.id, error: ${JSON.stringify(error)} })`),
        (connection) => call(connection, 'any', {}, soon),
      );
      expect(reply).toEqual({ kind: 'protocol_error', ...error });
    },
  );

  it('carries 20 MB', async () => {
    const reply = await using(faulty('big'), (connection) =>
      call(connection, 'big', { bytes: 20_000_000 }, soon),
    );
    expect(textOf(reply)).toHaveLength(20_000_000);
  });

  it('is not held up by a server that fills stderr; its end is kept', async () => {
    await using(faulty('chatty-stderr'), async (connection) => {
      expect(textOf(await call(connection, 'chatter', {}, soon))).toBe('said it all');
      await connection.close();
      const { stderr } = connection.tail();
      expect(stderr).toHaveLength(64 * 1024);
      expect(stderr.split('\n').at(-2)).toMatch(/^4095\.+$/);
    });
  });
});
