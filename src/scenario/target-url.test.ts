import { describe, expect, test } from 'vitest';
import { checkEndpoint, type Endpoint } from './target-url.ts';

const AUTHORIZED = { authorization: 'Bearer x' };

function told(endpoint: Partial<Endpoint>, env: Readonly<Record<string, string>> | null = {}) {
  const whole = { what: 'URL', url: 'https://a.org/', headers: {}, started: false, place: null };
  return checkEndpoint({ ...whole, ...endpoint }, env).map(({ code }) => code);
}

describe('an address', () => {
  test.each([
    'https://a.org/mcp',
    'http://a.org:80/mcp?tenant=x&keyword=y&author=z&monkeys=1',
    'HTTP://A.ORG',
    'http://[::1]:3000/',
    'http://127.0.0.1:${port}/mcp',
    'https://${env.HOST:-a.org}/mcp',
    '${upstreams.events.url}/mcp',
    'https://a.org/${run.id}/${uuid}/${today}',
  ])('%s is one', (url) => {
    expect(told({ url })).toEqual([]);
  });

  test.each([
    '',
    ' ',
    'a.org/mcp',
    '//a.org',
    'https://',
    'ftp://a.org/',
    'file:///etc/passwd',
    'javascript:1',
    'https://user@a.org/',
    'https://user:pass@a.org/',
    'https://:pass@a.org/',
    'https://${env.USER:-u}:x@a.org/',
    'htps://a.org/${run.id}',
  ])('"%s" is none', (url) => {
    expect(told({ url })).toEqual(['bad_url']);
  });

  test.each([
    ...['token', 'access_token', 'accessToken', 'api_key', 'apiKey', 'API-KEY', 'apikey', 'key'],
    ...['secret', 'client_secret', 'password', 'passwd', 'pwd', 'auth', 'x-auth', 'authorization'],
    ...['jwt', 'sig', 'Signature', 'credentials', 'to%6ben', 'subscription-key'],
  ])('with a parameter "%s" holds a secret', (name) => {
    expect(told({ url: `https://a.org/?a=b&${name}=v` })).toEqual(['bad_url']);
  });

  test('is never shown, since it may hold a secret', () => {
    for (const url of [
      'https://user:hunter22@a.org',
      'hunter22 a',
      'https://a.org/?key=hunter22',
    ]) {
      const [bad] = checkEndpoint(
        { what: 'URL', url, headers: {}, started: false, place: null },
        {},
      );
      expect(JSON.stringify(bad)).toContain('bad_url');
      expect(JSON.stringify(bad)).not.toContain('hunter22');
    }
  });

  test('with a variable that is unset is told as that, elsewhere', () => {
    expect(told({ url: 'ftp://${env.HOST}' })).toEqual([]);
    expect(told({ url: 'ftp://${env.HOST}' }, { HOST: 'a' })).toEqual(['bad_url']);
    expect(told({ url: '${env.URL}' }, { URL: '' })).toEqual(['bad_url']);
    expect(told({ url: '${env.URL:-https://a.org}' }, { URL: '' })).toEqual([]);
  });

  test('of the other mode is looked at as far as it depends on no variable', () => {
    expect(told({ url: '${env.URL:-ftp://a}' }, null)).toEqual([]);
    expect(told({ url: 'ftp://a' }, null)).toEqual(['bad_url']);
  });
});

describe('a credential in the clear', () => {
  test.each([
    ...['http://localhost:3000/', 'http://LOCALHOST/', 'http://127.0.0.1/', 'http://127.9.8.7/'],
    // Other spellings of 127.0.0.1.
    ...['http://[::1]:1/', 'http://2130706433/', 'http://0x7f.1/', 'http://127.1/'],
    ...['https://a.org/', 'https://localhost.evil.org/', 'HTTPS://A.ORG/', '${upstreams.u.url}'],
  ])('may go to %s', (url) => {
    expect(told({ url, headers: AUTHORIZED })).toEqual([]);
  });

  test.each([
    ...[
      'http://a.org/',
      'HTTP://a.org/',
      'http://127.0.0.1.evil.org/',
      'http://localhost.evil.org/',
    ],
    ...['http://evil-localhost/', 'http://localhost@evil.org/', 'http://notlocalhost/'],
    ...['http://0.0.0.0/', 'http://128.0.0.1/', 'http://10.0.0.1/', 'http://[::2]/'],
    ...['http://[::ffff:8.8.8.8]/', 'http://1270.0.1.example/', 'http://127.0.0.1.nip.io/'],
    ...['http://evil.org/${run.id}', 'http://${run.id}/', 'http:evil.org', 'http:\\\\evil.org\\'],
    ...['http://evil.org#127.0.0.1', 'http://evil.org?127.0.0.1', ' http://evil.org/'],
  ])('may not go to %s', (url) => {
    const [code] = told({ url, headers: AUTHORIZED });
    expect(code).toBe(/[@#]/.test(url) ? 'bad_url' : 'cleartext_token');
  });

  test.each([
    ...['Authorization', 'proxy-authorization', 'Cookie', 'X-Api-Key', 'apikey', 'X-Auth-Token'],
    ...['X-Auth', 'x_auth', 'X-Secret', 'X-Password', 'X-Credential', 'Ocp-Apim-Subscription-Key'],
  ])('is what the header %s holds', (name) => {
    expect(told({ url: 'http://a.org', headers: { [name]: 'v' } })).toEqual(['cleartext_token']);
  });

  test('is what begins with a scheme, whatever its header is called', () => {
    const headers = { 'X-Upstream': '${env.UPSTREAM}' };
    expect(told({ url: 'http://a.org', headers }, { UPSTREAM: 'Bearer x' })).toEqual([
      'cleartext_token',
    ]);
    expect(told({ url: 'http://a.org', headers }, { UPSTREAM: 'bearers' })).toEqual([]);
  });

  test('is what a variable holds that says so', () => {
    const headers = { 'X-Tenant': 'a ${env.TENANT_TOKEN}' };
    expect(told({ url: 'http://a.org', headers }, { TENANT_TOKEN: 'v' })).toEqual([
      'cleartext_token',
    ]);
    const url = 'https://a.org/mcp?x=${env.TENANT_TOKEN}';
    expect(told({ url, headers: {} }, { TENANT_TOKEN: 'v' })).toEqual(['bad_url']);
  });

  test('is not what another header holds', () => {
    const headers = { 'X-Tenant': 'a', 'X-Author': 'b', 'Accept-Language': 'c', Keywords: 'd' };
    expect(told({ url: 'http://a.org', headers })).toEqual([]);
  });
});

describe('a server that the runner starts', () => {
  test.each(['http://127.0.0.1:${port}/', 'http://localhost:3000/', 'http://[::1]:${port}/'])(
    '%s is on this machine',
    (url) => {
      expect(told({ url, started: true, headers: AUTHORIZED })).toEqual([]);
    },
  );

  test.each(['http://a.org:${port}/', 'https://a.org/mcp', 'http://0.0.0.0:${port}/'])(
    'to test %s would be to test another one',
    (url) => {
      expect(told({ url, started: true })).toEqual(['bad_url']);
      expect(told({ url, started: false })).toEqual([]);
    },
  );
});
