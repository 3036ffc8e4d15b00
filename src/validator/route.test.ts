import { describe, expect, it } from 'vitest';
import { compileRoute } from './route.ts';

function fits(pattern: string, pathname: string): boolean {
  const compiled = compileRoute(pattern);
  if (!compiled.ok) throw new Error(compiled.error);
  return compiled.value(pathname);
}

describe('compileRoute', () => {
  it.each([
    ['/', '/'],
    ['/v1/events', '/v1/events'],
    ['/v1/events/:id', '/v1/events/7'],
    ['/v1/events/:id', '/v1/events/a%2Fb'],
    ['/v1/events/:id', '/v1/events/%zz'],
    ['/v1/:a/x/:b', '/v1/1/x/2'],
    ['/files/*rest', '/files/a/b'],
    ['/v1{/events}', '/v1'],
    ['/v1{/events}', '/v1/events'],
    ['/v1.0/a\\+b', '/v1.0/a+b'],
    ['/café', '/caf%C3%A9'],
    ['/a b', '/a%20b'],
    ['/a%20b', '/a%20b'],
    ['/lists/:id/members\\:batch', '/lists/7/members:batch'],
  ])('%s fits %s', (pattern, pathname) => {
    expect(fits(pattern, pathname)).toBe(true);
  });

  it.each([
    ['/', '/a'],
    ['/v1/events', '/v1/Events'],
    ['/v1/events', '/v1/events/'],
    ['/v1/events', '/v1/events/7'],
    ['/v1/events', '/x/v1/events'],
    ['/v1/events/:id', '/v1/events/'],
    ['/v1/events/:id', '/v1/events/7/8'],
    ['/v1.0', '/v1x0'],
    ['/a', '*'],
    ['/a', ''],
  ])('%s does not fit %s', (pattern, pathname) => {
    expect(fits(pattern, pathname)).toBe(false);
  });

  it.each([
    ['v1/events', 'must start with "/"'],
    ['', 'must start with "/"'],
    ['http://host/a', 'must start with "/"'],
    ['/a?b=1', 'the query has a key of its own'],
    ['/a#b', 'a path alone'],
    ['/a/:', 'Missing parameter name'],
    ['/a/:id(\\d+)', 'Unexpected ('],
    ['/a+b', 'Unexpected +'],
    ['/a/{b', 'Unexpected end'],
    ['/a/*', 'Missing parameter name'],
    ['/:a:b', 'Missing text'],
  ])('%s is refused: %s', (pattern, problem) => {
    const compiled = compileRoute(pattern);
    expect(compiled).toEqual({ ok: false, error: expect.stringContaining(problem) });
    expect(compiled).not.toMatchObject({ error: expect.stringContaining('https:') });
  });
});
