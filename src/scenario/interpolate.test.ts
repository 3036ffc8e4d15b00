import { describe, expect, test } from 'vitest';
import { expand, expandText, expandTexts, lookUp, type Scope } from './interpolate.ts';

const uuids = ['u1', 'u2', 'u3'][Symbol.iterator]();
const scope: Scope = {
  vars: {
    ...{ n: 2, yes: true, none: null, list: [1, { a: 'b' }], map: { k: 'v' }, text: 'x' },
    tricky: '${env.SET} $${uuid} $SET',
  },
  env: { SET: 'set', EMPTY: '' },
  upstreams: { events: 'http://127.0.0.1:1234' },
  runId: 'run-1',
  today: new Date('2026-02-27T23:30:00Z'),
  variant: {},
  port: null,
  tmp: '/tmp/x',
  uuid: () => String(uuids.next().value),
};

describe('expand', () => {
  test.each([
    ['${vars.n}', 2],
    ['${vars.yes}', true],
    ['${vars.none}', null],
    ['${vars.list}', [1, { a: 'b' }]],
    ['${vars.list.1.a}', 'b'],
    ['${vars.map}', { k: 'v' }],
    ['n=${vars.n}', 'n=2'],
    ['${vars.n}${vars.n}', '22'],
    ['${vars.list} ${vars.none} ${vars.map}', '[1,{"a":"b"}] null {"k":"v"}'],
    ['${env.SET}', 'set'],
    ['${env.EMPTY}', ''],
    ['${env.EMPTY:-other}', 'other'],
    ['${env.UNSET:-other}', 'other'],
    ['${env.UNSET:-}', ''],
    ['${env.SET:-other}', 'set'],
    ['${env.toString:-other}', 'other'],
    ['${upstreams.events.url}/v1', 'http://127.0.0.1:1234/v1'],
    ['${run.id}', 'run-1'],
    ['${tmp}/a', '/tmp/x/a'],
    ['${today}', '2026-02-27'],
    ['${today+2d}', '2026-03-01'],
    ['${today-58d}', '2025-12-31'],
    ['$${vars.n}', '${vars.n}'],
    ['costs $5', 'costs $5'],
  ])('%j is %j', (text, value) => {
    expect(expand(text, scope)).toEqual(value);
  });

  test('reaches every value of a structure, and no key', () => {
    const value = { '${vars.n}': ['${vars.n}', { deep: '${vars.text}', same: 1.5 }], b: false };
    expect(expand(value, scope)).toEqual({ '${vars.n}': [2, { deep: 'x', same: 1.5 }], b: false });
  });

  test('happens once: what comes out is not expanded again', () => {
    expect(expand('${vars.tricky}', scope)).toBe('${env.SET} $${uuid} $SET');
    expect(expand('a ${vars.tricky}', scope)).toBe('a ${env.SET} $${uuid} $SET');
  });

  test('makes a new uuid at each place', () => {
    expect(expand(['${uuid}', 'a ${uuid} ${uuid}'], scope)).toEqual(['u1', 'a u2 u3']);
  });

  test('a key named like a member of every object stays a key', () => {
    const value = JSON.parse('{"__proto__": "${vars.n}"}') as { [key: string]: string };
    expect(JSON.stringify(expand(value, scope))).toBe('{"__proto__":2}');
  });

  test.each(['${vars.missing}', '${vars.text.length}', '${env.UNSET}', '${upstreams.x.url}'])(
    '%s, which loading has refused, is a bug',
    (text) => {
      expect(() => expand(text, scope)).toThrow('no value for');
    },
  );
});

test('texts stay texts', () => {
  expect(expandText('${vars.n}', scope)).toBe('2');
  expect(expandTexts({ A: '${vars.list}', B: 'b' }, scope)).toEqual({ A: '[1,{"a":"b"}]', B: 'b' });
});

test('lookUp finds own members only', () => {
  expect(lookUp({ a: { b: [7] } }, ['a', 'b', '0'])).toBe(7);
  expect(lookUp({ a: {} }, ['a', 'constructor'])).toBeUndefined();
  expect(lookUp({ a: 'text' }, ['a', '0'])).toBeUndefined();
});
