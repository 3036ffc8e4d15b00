import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../model/diagnostic.ts';
import { load, sourceFile } from './test-rig.ts';
import { toJson } from './tree.ts';
import { parseYaml } from './yaml.ts';

const FOLDER = new URL('../../scenarios/ecnl/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
const SUITE = read('suite.yaml');
const SCENARIOS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml') && name !== 'suite.yaml')
  .map(read);

/** What decides in YAML and in the format. */
const TOKEN = fc.constantFrom(
  ...['- ', ': ', '? ', '[', ']', '{', '}', ',', '\n', '\n  ', '\t', ' #', '"', "'", '|\n', '>-\n'],
  ...[
    '&a ',
    '*a',
    '<<: ',
    '!x ',
    '!!str ',
    '%YAML 1.1\n',
    '---\n',
    '...\n',
    '\r\n',
    '\ufeff',
    '\0',
  ],
  ...['name', 'tool_sequence', 'tool', 'args', 'expect', 'error', 'contains', 'upstreams', 'vars'],
  ...['expected_contains', 'expected_matches', 'judge', 'target', 'timeout_ms', '__proto__'],
  ...['${', '${vars.x}', '${env.X}', '${uuid}', '$${', '$X', '1.10', '9e99', '~', 'no', '.*', '('],
  ...['\ud800', '🎉', '\u2028', '\x85', '\x1b[2J'],
);
const SOUP = fc
  .array(fc.oneof({ weight: 3, arbitrary: TOKEN }, fc.string()))
  .map((t) => t.join(''));

const EDIT = fc.noBias(
  fc.tuple(fc.nat(1_000_000), fc.nat(8), fc.oneof(TOKEN, fc.constantFrom('', 'x', ' ', '5'))),
);

/** A file in order with some parts cut out, put in, or replaced. */
const MUTANT = (texts: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...texts), fc.array(EDIT, { minLength: 1, maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce((old, [where, cut, token]) => {
        const at = where % (old.length + 1);
        return old.slice(0, at) + token + old.slice(at + cut);
      }, text),
    );

function expectSane(diagnostics: readonly Diagnostic[]): void {
  expect(diagnostics).not.toEqual([]);
  for (const { place } of diagnostics) {
    const { start, end } = place?.span ?? { start: -1, end: -1 };
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(place?.file.text.length ?? -1);
  }
}

describe('whatever stands in a file', () => {
  test('it is read, or what is wrong is told', () => {
    fc.assert(
      fc.property(SOUP, (text) => {
        const tree = parseYaml(sourceFile(text), 'scenario');
        if (!tree.ok) return expectSane(tree.error);
        const json = toJson(tree.value);
        expect(JSON.parse(JSON.stringify(json))).toEqual(json);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['scenario', (text: string) => load([text], SUITE)],
    ['suite', (text: string) => load(SCENARIOS.slice(0, 2), text)],
  ])('a %s made of it loads, or what is wrong is told', (_, loadIt) => {
    fc.assert(
      fc.property(SOUP, (text) => {
        const loaded = loadIt(text);
        if (!loaded.ok) expectSane(loaded.error);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a valid file that was tampered with', () => {
  test.each([
    ['scenario', SCENARIOS, (text: string) => load([text], SUITE)],
    ['suite', [SUITE], (text: string) => load(SCENARIOS.slice(0, 2), text)],
  ])('%s: loads, or what is wrong is told', (_, texts, loadIt) => {
    const seen = { ok: 0, refused: 0 };
    fc.assert(
      fc.property(MUTANT(texts), (text) => {
        const loaded = loadIt(text);
        seen[loaded.ok ? 'ok' : 'refused'] += 1;
        if (!loaded.ok) return expectSane(loaded.error);
        for (const { steps, assertions } of loaded.value.scenarios) {
          const checks = [...assertions, ...steps.flatMap((step) => step.assertions)];
          expect(checks.some(({ own }) => own)).toBe(true);
        }
      }),
      { numRuns: 250 },
    );
    expect(Math.min(seen.ok, seen.refused)).toBeGreaterThan(20);
  });

  test('the files themselves are in order', () => {
    expect(load(SCENARIOS, SUITE)).toMatchObject({ ok: true });
  });
});
