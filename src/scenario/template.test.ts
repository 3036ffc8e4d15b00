import { describe, expect, test } from 'vitest';
import { isShellVariable, parseTemplate } from './template.ts';

const placeholders = (text: string) =>
  parseTemplate(text).found.map(({ read }) => (read.ok ? read.value : read.error.kind));

function suggestion(text: string): string | null {
  const [first] = parseTemplate(text).found;
  if (first === undefined || first.read.ok || first.read.error.kind !== 'syntax') return 'none';
  return first.read.error.suggestion;
}

describe('placeholders', () => {
  test.each([
    ['${vars.x}', { kind: 'vars', path: ['x'] }],
    ['${vars.plan.items.0}', { kind: 'vars', path: ['plan', 'items', '0'] }],
    ['${vars.two words}', { kind: 'vars', path: ['two words'] }],
    ['${case.answer-1}', { kind: 'case', name: 'answer-1' }],
    ['${env.HOME}', { kind: 'env', name: 'HOME', fallback: null }],
    ['${env.HOME:-}', { kind: 'env', name: 'HOME', fallback: '' }],
    ['${env.A:-b:-c $d}', { kind: 'env', name: 'A', fallback: 'b:-c $d' }],
    ['${env.A:-two\nlines}', { kind: 'env', name: 'A', fallback: 'two\nlines' }],
    ['${upstreams.my-api.url}', { kind: 'upstream', name: 'my-api' }],
    ['${uuid}', { kind: 'uuid' }],
    ['${run.id}', { kind: 'run_id' }],
    ['${tmp}', { kind: 'tmp' }],
    ['${today}', { kind: 'today', days: 0 }],
    ['${today+7d}', { kind: 'today', days: 7 }],
    ['${today-30d}', { kind: 'today', days: -30 }],
  ])('%j', (text, placeholder) => {
    expect(parseTemplate(text)).toEqual({
      parts: [placeholder],
      found: [{ written: text, read: { ok: true, value: placeholder } }],
    });
  });

  test('stand among text, in their order', () => {
    const { parts, found } = parseTemplate('a ${uuid}-${tmp}/$5 $ {x} ${run.id}');
    expect(parts).toEqual([
      ...['a ', { kind: 'uuid' }, '-', { kind: 'tmp' }],
      ...['/$5 $ {x} ', { kind: 'run_id' }],
    ]);
    expect(found.map(({ written }) => written)).toEqual(['${uuid}', '${tmp}', '${run.id}']);
  });
});

describe('text', () => {
  test.each([
    ['', ''],
    ['no placeholder', 'no placeholder'],
    ['costs $5 or 5$', 'costs $5 or 5$'],
    ['$${uuid}', '${uuid}'],
    ['a $${ b', 'a ${ b'],
    ['$$${x}', '$${x}'],
    ['$$ $', '$$ $'],
    ['$lower', '$lower'],
    ['$5', '$5'],
    ['$A and more', '$A and more'],
  ])('%j is %j', (text, meant) => {
    const { parts, found } = parseTemplate(text);
    expect(parts.join('')).toBe(meant);
    expect(parts.length).toBeLessThan(2);
    expect(found).toEqual([]);
  });

  test('beside an escape is a placeholder still', () => {
    expect(parseTemplate('$${uuid}${uuid}').parts).toEqual(['${uuid}', { kind: 'uuid' }]);
  });
});

describe('other syntaxes', () => {
  test.each([
    ['$TOKEN', '${env.TOKEN}'],
    ['${TOKEN}', '${env.TOKEN}'],
    ['${TOKEN:-x y}', '${env.TOKEN:-x y}'],
    ['${env:TOKEN}', '${env.TOKEN}'],
    ['${env:TOKEN:-x}', '${env.TOKEN:-x}'],
    ['${env.TOKEN-x}', '${env.TOKEN:-x}'],
    ['${env.TOKEN:x}', '${env.TOKEN:-x}'],
    ['${ vars.x }', '${vars.x}'],
    ['${today+7}', '${today+7d}'],
    ['${vars.x and the rest', '${vars.x}'],
    ['${vars.', null],
    ['${', null],
    ['${}', null],
    ['${a b}', null],
    ['${today + 7d}', null],
    ['${env.A:-${vars.b}}', null],
  ])('%j: did you mean %j?', (text, meant) => {
    expect(suggestion(text)).toBe(meant);
  });

  test('an unclosed one takes nothing of what follows', () => {
    const { found } = parseTemplate('${vars.a and ${vars.b}');
    expect(found.map(({ written, read }) => [written, read.ok])).toEqual([
      ['${vars.a', false],
      ['${vars.b}', true],
    ]);
  });

  test('a shell variable is a whole value in capitals', () => {
    expect(['$A', '$A_1', '$_'].every(isShellVariable)).toBe(true);
    expect(['$a', '$1', '$', 'x$A', '$A ', '$A-B'].some(isShellVariable)).toBe(false);
  });
});

describe('names that are not there', () => {
  test('unknown ones come with what is near and what there is', () => {
    const [first] = parseTemplate('${tpm}').found;
    expect(first).toMatchObject({
      written: '${tpm}',
      read: { error: { kind: 'unknown', name: 'tpm', nearest: 'tmp' } },
    });
    expect(placeholders('${vars} ${foo.bar} ${env.} ${upstreams.x} ${case.a.b}')).toEqual(
      Array(5).fill('unknown'),
    );
  });
});
