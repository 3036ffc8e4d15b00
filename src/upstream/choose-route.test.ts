import { describe, expect, it } from 'vitest';
import type { Route } from '../model/upstream.ts';
import { candidatesOf, chooseRoute, type StubRequest } from './choose-route.ts';
import { route } from './test-rig.ts';

function request(changes: Partial<StubRequest> = {}): StubRequest {
  return { method: 'GET', path: '/a', query: new URLSearchParams(), json: undefined, ...changes };
}

function query(text: string): Partial<StubRequest> {
  return { query: new URLSearchParams(text) };
}

function choice(changes: Partial<Route>, asked: Partial<StubRequest>): boolean {
  const table = { own: [], suite: [route({ path: '/a', ...changes })] };
  return typeof chooseRoute(candidatesOf(table), request(asked)) === 'object';
}

describe('a route', () => {
  it.each<[Partial<Route>, Partial<StubRequest>]>([
    [{}, {}],
    [{}, { method: 'DELETE' }],
    [{ method: 'GET' }, {}],
    [{ method: 'post' }, { method: 'POST' }],
    [{ method: 'GET' }, { method: 'HEAD' }],
    [{ method: 'HEAD' }, { method: 'HEAD' }],
    [{ path: '/a/:id' }, { path: '/a/7' }],
    [{ query: {} }, query('x=1')],
    [{ query: { x: '1' } }, query('x=1&y=2')],
    [{ query: { x: 'a b', y: '' } }, query('y=&x=a%20b')],
    [{ query: { x: '1' } }, query('x=0&x=1')],
    [{ match: { json: { a: 1 } } }, { json: { a: 1, b: 2 } }],
    [{ match: { json: [1] } }, { json: [1] }],
  ])('%j fits %j', (changes, asked) => {
    expect(choice(changes, asked)).toBe(true);
  });

  it.each<[Partial<Route>, Partial<StubRequest>]>([
    [{ method: 'POST' }, {}],
    [{ method: 'POST' }, { method: 'HEAD' }],
    [{ method: 'GET' }, { method: 'OPTIONS' }],
    [{}, { path: '/b' }],
    [{ query: { x: '1' } }, {}],
    [{ query: { x: '1' } }, query('x=2')],
    [{ query: { x: '1', y: '2' } }, query('x=1')],
    [{ query: { x: '' } }, query('y=1')],
    [{ match: { json: { a: 1 } } }, {}],
    [{ match: { json: { a: 1 } } }, { json: { a: 2 } }],
    [{ match: { json: null } }, {}],
    [{ path: 'broken' }, { path: 'broken' }],
  ])('%j does not fit %j', (changes, asked) => {
    expect(choice(changes, asked)).toBe(false);
  });
});

describe('the choice', () => {
  const table = {
    own: [route({ path: '/a', times: 1 }), route({ path: '/b' })],
    suite: [route({ path: '/b', times: 1 }), route({ path: '/a' })],
  };
  const indexOf = (chosen: ReturnType<typeof chooseRoute>) =>
    typeof chosen === 'string' ? chosen : `${chosen.own ? 'own' : 'suite'} ${chosen.index}`;

  it('takes the first that fits, own ones before', () => {
    expect(indexOf(chooseRoute(candidatesOf(table), request()))).toBe('own 0');
    expect(indexOf(chooseRoute(candidatesOf(table), request({ path: '/b' })))).toBe('own 1');
  });

  it('passes over one whose times are used up', () => {
    const candidates = candidatesOf(table);
    const [first] = candidates;
    if (first !== undefined) first.hits = 1;
    expect(indexOf(chooseRoute(candidates, request()))).toBe('suite 1');
  });

  it('tells used up from none', () => {
    const candidates = candidatesOf({ own: [], suite: [route({ path: '/a', times: 0 })] });
    expect(chooseRoute(candidates, request())).toBe('used_up');
    expect(chooseRoute(candidates, request({ path: '/c' }))).toBe('none');
  });
});
