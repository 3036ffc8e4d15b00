import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import type { StdioSpec } from './connection.ts';
import { faulty, scripted, soon, using } from './test-rig.ts';

function listOf(spec: StdioSpec, timeoutMs = 20_000) {
  return using(spec, async (connection) => {
    const listed = await connection.listTools({ ...soon, timeoutMs });
    const names = listed.ok ? listed.value.map((tool) => tool.name) : null;
    return { listed, names, findings: connection.takeFindings() };
  });
}

const SOUND = { name: 'a', inputSchema: { type: 'object' } };
const answering = (result: JsonObject) => onList(`reply(message.id, ${JSON.stringify(result)});`);
const onList = (body: string) => scripted(`if (message.method === 'tools/list') { ${body} }`);

describe('listTools', () => {
  it('walks all pages', async () => {
    const { names, findings } = await listOf(faulty('many-pages'));
    expect(names).toEqual(['filler_1', 'filler_2', 'filler_3', 'filler_4', 'echo']);
    expect(findings).toEqual([]);
  });

  it('keeps unknown members, and schemas that no validator would take', async () => {
    const tool = {
      name: 'a',
      inputSchema: { type: 'nonsense' },
      outputSchema: { $async: true },
      annotations: { readonlyHint: true },
    };
    const { listed } = await listOf(answering({ tools: [tool, { name: 'b' }] }));
    expect(listed).toEqual({
      ok: true,
      value: [
        { name: 'a', inputSchema: tool.inputSchema, raw: tool },
        { name: 'b', inputSchema: null, raw: { name: 'b' } },
      ],
    });
  });

  it('asks nothing of a server without tools', async () => {
    const { listed, findings } = await listOf(faulty('no-tools'));
    expect(listed).toEqual({ ok: true, value: [] });
    expect(findings).toEqual([]);
  });

  it('stops at a cursor that comes again', async () => {
    const { listed, names, findings } = await listOf(faulty('repeat-cursor'));
    expect(listed.ok && listed.value.map(({ cutAfter }) => cutAfter)).toEqual([
      undefined,
      'it gave the cursor "again" twice',
    ]);
    expect(names).toEqual(['echo', 'echo']);
    expect(findings).toEqual([
      { code: 'repeated_cursor', cursor: 'again' },
      { code: 'duplicate_tool', tool: 'echo' },
    ]);
  });

  it('reports a name that two tools have', async () => {
    const { names, findings } = await listOf(answering({ tools: [SOUND, SOUND] }));
    expect(names).toEqual(['a', 'a']);
    expect(findings).toEqual([{ code: 'duplicate_tool', tool: 'a' }]);
  });

  it('keeps what has no name by its place, as nobody can call it', async () => {
    const good = { name: 'good', inputSchema: { type: 'object' } };
    const tools = [null, 'a', { title: 'nameless' }, { ...good, name: 7 }, good];
    const { listed, findings } = await listOf(answering({ tools }));
    expect(listed.ok && listed.value.map(({ name, nameless = false }) => [name, nameless])).toEqual(
      [...[1, 2, 3, 4].map((place) => [`#${place}`, true]), ['good', false]],
    );
    const faults = findings.flatMap((finding) =>
      finding.code === 'refused_tool' ? `${finding.tool} ${finding.fault.path}` : finding.code,
    );
    expect(faults).toEqual([...['#1 ', '#2 '], ...['#3 name', '#3 inputSchema', '#4 name']]);
  });

  it('takes a cursor that is no string for the end, and says so', async () => {
    const { names, findings } = await listOf(answering({ tools: [], nextCursor: null }));
    expect(names).toEqual([]);
    expect(findings).toMatchObject([{ code: 'odd_message' }]);
  });

  it('follows a cursor that is empty', async () => {
    const { names } = await listOf(
      onList(`reply(message.id, message.params.cursor === ''
        ? { tools: [{ name: 'b' }] } : { tools: [{ name: 'a' }], nextCursor: '' });`),
    );
    expect(names).toEqual(['a', 'b']);
  });

  it.each([
    [faulty('list-error'), 'JSON-RPC error -32603: The tool list is being rebuilt'],
    [answering({ tools: 'none' }), 'the result has no list of tools'],
    [answering({}), 'the result has no list of tools'],
    [
      onList(`reply(message.id, { tools: [], nextCursor: String(message.id) });`),
      'more than 1000 pages',
    ],
  ])('tells why there is no list (%#)', async (spec, detail) => {
    const { listed } = await listOf(spec);
    expect(listed).toMatchObject({ ok: false, error: { code: 'list_failed', detail } });
  });

  it('takes a page of very many tools', async () => {
    const many = `{ tools: Array.from({ length: 200000 }, (_, at) => ({ name: 't' + at })) }`;
    const { names } = await listOf(onList(`reply(message.id, ${many});`));
    expect(names).toHaveLength(200_000);
  });

  it('ends pages without end that are large', async () => {
    const page = `{ tools: [{ name: 'x'.repeat(9e6) }], nextCursor: String(message.id) }`;
    const { listed } = await listOf(onList(`reply(message.id, ${page});`));
    const detail = 'more than 64 MiB and no last page';
    expect(listed).toMatchObject({ ok: false, error: { code: 'list_failed', detail } });
  });

  it('ends at its time, for all pages together', async () => {
    const slow = onList(
      `setTimeout(() => reply(message.id, { tools: [], nextCursor: String(message.id) }), 60);`,
    );
    const { listed } = await listOf(slow, 250);
    expect(listed).toMatchObject({
      ok: false,
      error: { code: 'timeout', afterMs: 250, doing: 'tools/list' },
    });
  });

  it('tells an exit', async () => {
    const { listed } = await listOf(onList('process.exit(4)'));
    expect(listed).toMatchObject({
      ok: false,
      error: { code: 'connection_lost', doing: 'tools/list', tail: { exit: { code: 4 } } },
    });
  });
});
