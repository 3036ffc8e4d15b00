import { describe, expect, test } from 'vitest';
import type { Suite } from '../model/suite.ts';
import type { HttpTarget } from '../model/target.ts';
import { readHeaders } from './live.ts';
import { type Aim, aimed, SUITE, unfit } from './test-rig.ts';

const URL = 'https://a.org/mcp';
const NAMED = `${SUITE}live: {url_env: EVENTS_URL, token_env: EVENTS_TOKEN}\n`;
const HTTP = 'target: {url: "https://hermetic.org/mcp", headers: {X-Tenant: tenant-1}}\n';

function http(options: Aim): HttpTarget & Pick<Suite, 'secretValues'> {
  const { target, secretValues } = aimed(options);
  if (target?.value.transport !== 'http') throw new Error(JSON.stringify(target));
  return { ...target.value, secretValues };
}

describe('the token', () => {
  const sent = (options: Aim) => http(options).headers.authorization;

  test('is sent as Bearer, whichever variable has it', () => {
    const env = { MCP_EVAL_REMOTE_TOKEN: 'default', EVENTS_TOKEN: ' own\n', T: 'chosen' };
    expect(sent({ url: URL, env })).toBe('Bearer default');
    expect(sent({ url: URL, suite: NAMED, env })).toBe('Bearer own');
    expect(sent({ url: URL, suite: NAMED, tokenEnv: 'T', env })).toBe('Bearer chosen');
    expect(sent({ url: URL })).toBe(undefined);
  });

  test('is no template', () => {
    const env = { MCP_EVAL_REMOTE_TOKEN: '${env.HOME}$${x}' };
    expect(sent({ url: URL, env })).toBe('Bearer $${env.HOME}$$${x}');
  });

  test.each(['a b', 'Bearer a', 'a\nb', 'a\r\nX-Evil: 1', 'tökén', 'a\u2028b', 'a\0'])(
    '%j is none',
    (token) => {
      const told = unfit({ url: URL, env: { MCP_EVAL_REMOTE_TOKEN: token } });
      expect(told).toEqual([{ code: 'bad_token', name: 'MCP_EVAL_REMOTE_TOKEN' }]);
    },
  );

  test('goes to no hermetic server', () => {
    expect(http({ suite: HTTP, env: { MCP_EVAL_REMOTE_TOKEN: 't' } }).headers).toEqual({
      'x-tenant': 'tenant-1',
    });
  });

  test.each(['http://a.org/mcp', 'http://127.0.0.1.evil.org/', 'http://localhost.evil.org/'])(
    'goes in the clear to no %s, however that is named',
    (url) => {
      const token = { MCP_EVAL_REMOTE_TOKEN: 't' };
      const host = new globalThis.URL(url).hostname;
      const clear = (what: string) => [{ code: 'cleartext_token', what, host }];
      expect(unfit({ url, env: token })).toEqual(clear('--url'));
      expect(unfit({ env: { ...token, MCP_EVAL_REMOTE_URL: url } })).toEqual(
        clear('MCP_EVAL_REMOTE_URL'),
      );
      const suite = `${SUITE}live: {url: "${url}"}\n`;
      expect(unfit({ suite, live: true, env: token })).toEqual(clear('`url`'));
      expect(unfit({ url, headers: { 'x-api-key': 'k' } })).toEqual(clear('--url'));
      expect(unfit({ suite: `target: {url: "${url}"}`, headers: { cookie: 'k' } })).toEqual(
        clear('`url`'),
      );
      expect(unfit({ url })).toEqual([]);
    },
  );

  test('goes in the clear to this machine', () => {
    const env = { MCP_EVAL_REMOTE_TOKEN: 't' };
    expect(sent({ url: 'http://127.0.0.1:3000/mcp', env })).toBe('Bearer t');
  });

  test('is no part of an address', () => {
    for (const url of ['https://u:p@a.org/', 'https://a.org/?token=t']) {
      expect(unfit({ url })).toMatchObject([{ code: 'bad_url', what: '--url' }]);
      expect(unfit({ env: { MCP_EVAL_REMOTE_URL: url } })).toMatchObject([
        { code: 'bad_url', what: 'MCP_EVAL_REMOTE_URL' },
      ]);
    }
  });

  test('of --token-env, with what there is no use for it', () => {
    const tokenEnv = 'T';
    const env = { T: 't' };
    const bad = [{ code: 'bad_option', option: '--token-env' }];
    expect(unfit({ tokenEnv, env })).toMatchObject(bad);
    expect(unfit({ tokenEnv, env, suite: HTTP })).toMatchObject(bad);
    const stdio = `${SUITE}live: {command: proxy}\n`;
    expect(unfit({ tokenEnv, env, suite: stdio, live: true })).toMatchObject(bad);
    expect(unfit({ tokenEnv, env, url: URL, headers: { authorization: 'b' } })).toMatchObject(bad);
  });
});

describe('headers', () => {
  test('of suite, token and command line are one, whatever the case', () => {
    const suite = `${SUITE}live: {headers: {X-Tenant: suite, AUTHORIZATION: suite, X-A: a}}\n`;
    const sent = (options: Aim) => http({ suite, url: URL, ...options }).headers;
    const rest = { 'x-tenant': 'suite', 'x-a': 'a' };
    const env = { MCP_EVAL_REMOTE_TOKEN: 't' };
    expect(sent({})).toEqual({ ...rest, authorization: 'suite' });
    expect(sent({ env })).toEqual({ ...rest, authorization: 'Bearer t' });
    const headers = { authorization: 'Basic b', 'x-tenant': 'own' };
    expect(sent({ env, headers })).toEqual({ ...headers, 'x-a': 'a' });
  });

  test('of the command line go to a hermetic server over HTTP, and to no other', () => {
    const headers = { 'x-tenant': 'own', 'x-b': 'b' };
    expect(http({ suite: HTTP, headers }).headers).toEqual(headers);
    const bad = [{ code: 'bad_option', option: '--header' }];
    expect(unfit({ headers })).toMatchObject(bad);
    expect(unfit({ headers, suite: 'target: {module: a.js}' })).toMatchObject(bad);
    expect(unfit({ headers, live: true, suite: `${SUITE}live: {command: a}` })).toMatchObject(bad);
  });

  test('are secret, and so is what stands behind a scheme', () => {
    const options: Aim = {
      suite: `${SUITE}live: {headers: {X-Tenant: "\${env.TENANT}", X-Run: "\${run.id}"}}\n`,
      env: { TENANT: 'tenant-one', MCP_EVAL_REMOTE_TOKEN: 'tok-12345' },
      headers: { cookie: 'Session abc-123' },
      url: URL,
    };
    expect(http(options).secretValues).toEqual(
      expect.arrayContaining([
        ...['tenant-one', 'tok-12345', 'Bearer tok-12345', 'Session abc-123', 'abc-123'],
      ]),
    );
    expect(http({ suite: HTTP }).secretValues).toEqual(['tenant-1']);
  });

  test('of the command line have variables, and nothing else', () => {
    const env = { A: 'a', EMPTY: '' };
    expect(readHeaders({ x: 'b ${env.A} ${env.B:-c} $${d}' }, env)).toEqual({
      ok: true,
      value: { x: 'b a c $${d}' },
    });
    const told = (text: string, name = 'x') => {
      const read = readHeaders({ [name]: text }, env);
      return read.ok ? [] : read.error.map(({ code }) => code);
    };
    expect(told('${env.NOPE}')).toEqual(['unset_variable']);
    expect(told('${env.toString}')).toEqual(['unset_variable']);
    for (const text of [
      '${uuid}',
      '${A}',
      '$A',
      '${vars.a}',
      '${tmp}',
      '${env.A',
      'a\nb',
      'é\u2028',
    ]) {
      expect(told(text)).toEqual(['bad_option']);
    }
    expect(told('v', 'a b')).toEqual(['bad_option']);
    expect(told('v', 'content-length')).toEqual(['bad_option']);
  });

  test('that are wrong never show their value', () => {
    const read = readHeaders({ x: '${env.SECRET}' }, { SECRET: 'hunter22\n' });
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain('hunter22');
  });
});
