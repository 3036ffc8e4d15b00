import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FileKind } from '../model/diagnostic.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { checkFormat, schemaOf } from './schema.ts';
import { sourceFile } from './test-rig.ts';
import { parseYaml } from './yaml.ts';

/** A key of the format: where a file has it, and the values of it that are not built. */
interface Key {
  readonly kind: FileKind;
  /** `*` is a name of the author's own, `[]` an item of a list. */
  readonly path: readonly string[];
  readonly notYet: 'key' | readonly JsonValue[];
}

const DEFINITIONS = schemaOf('scenario').$defs as JsonObject;
const KEYS = [...keysOf('scenario'), ...keysOf('suite')];
const REFUSED = KEYS.flatMap((key) =>
  key.notYet === 'key'
    ? [{ ...key, value: 1 as JsonValue, partial: false }]
    : key.notYet.map((value) => ({ ...key, value, partial: true })),
);

function keysOf(kind: FileKind): Key[] {
  const keys: Key[] = [];
  const visit = (written: JsonValue | undefined, path: readonly string[]): void => {
    const schema = resolve(written);
    if (path.length > 0 && !['*', '[]'].includes(path.at(-1) ?? '')) {
      keys.push({ kind, path, notYet: schema.notYet === true ? 'key' : refusedValues(schema) });
    }
    if (schema.notYet === true) return;
    for (const [key, child] of Object.entries(objectOf(schema.properties))) {
      visit(child, [...path, key]);
    }
    if (isJsonObject(schema.items)) visit(schema.items, [...path, '[]']);
    if (isJsonObject(schema.additionalProperties)) {
      visit(schema.additionalProperties, [...path, '*']);
    }
  };
  visit(DEFINITIONS[kind], []);
  return keys;
}

/** The values for which `if` holds where its `then` is the mark. */
function refusedValues(schema: JsonObject): readonly JsonValue[] {
  if (objectOf(schema.then).notYet !== true) return [];
  const { const: only, not } = objectOf(schema.if);
  if (only !== undefined) return [only];
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  return values.filter((value) => value !== objectOf(not).const);
}

function resolve(schema: JsonValue | undefined): JsonObject {
  const own = objectOf(schema);
  const name = typeof own.$ref === 'string' ? own.$ref.replace('#/$defs/', '') : null;
  return name === null ? own : { ...resolve(DEFINITIONS[name]), ...own };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A file with nothing but this value; JSON is YAML. */
function fileWith(path: readonly string[], value: JsonValue): string {
  const [first, ...rest] = path;
  if (first === undefined) return JSON.stringify(value);
  const inner = fileWith(rest, value);
  return first === '[]' ? `[${inner}]` : `{${JSON.stringify(first)}: ${inner}}`;
}

function refusals(kind: FileKind, text: string): string[] {
  const file = sourceFile(text);
  const tree = parseYaml(file, kind);
  if (!tree.ok) throw new Error(text);
  return checkFormat(file, tree.value, kind).flatMap((told) =>
    told.code === 'not_supported_yet' ? [told.what] : [],
  );
}

describe('keys that are not built', () => {
  test.each(REFUSED)('$kind $path: $value', ({ kind, path, value, partial }) => {
    const key = path.at(-1) ?? '';
    const what = partial ? `${key}: ${value}` : key;
    expect(refusals(kind, fileWith(path, value))).toEqual([what]);
  });

  test('are many, and of every kind', () => {
    const paths = REFUSED.map(({ path }) => path.join('.'));
    expect(paths.length).toBeGreaterThan(2);
    expect(paths).toEqual(expect.arrayContaining(['known_failure', 'protocol']));
  });

  test('what is built of their values is taken', () => {
    for (const { kind, path, notYet } of KEYS) {
      if (notYet === 'key' || notYet.length === 0) continue;
      const at = path.reduce<JsonObject>((schema, key) => {
        const { properties, additionalProperties } = resolve(schema);
        return objectOf(key === '*' ? additionalProperties : objectOf(properties)[key]);
      }, resolve(DEFINITIONS[kind]));
      const values = Array.isArray(at.enum) ? at.enum : [true, false];
      const taken = values.filter((value) => !notYet.includes(value));
      expect(taken).not.toEqual([]);
      for (const value of taken) expect(refusals(kind, fileWith(path, value))).toEqual([]);
    }
  });
});

test('every map that refuses unknown keys has a name', () => {
  const nameless: string[] = [];
  const visit = (schema: JsonValue, path: string): void => {
    if (!isJsonObject(schema)) return;
    if (schema.additionalProperties === false && typeof schema.title !== 'string') {
      nameless.push(path);
    }
    for (const [key, child] of Object.entries(schema)) visit(child, `${path}/${key}`);
  };
  visit(DEFINITIONS, '');
  expect(nameless).toEqual([]);
});

describe('scenarios/README.md', () => {
  const readme = readFileSync(new URL('../../scenarios/README.md', import.meta.url), 'utf8');
  const wordsIn = (text: string): ReadonlySet<string> => {
    const code = text.match(/```[\s\S]*?```|`[^`]+`/g) ?? [];
    return new Set(code.flatMap((span) => span.match(/[\w-]+/g) ?? []));
  };

  test('names every key', () => {
    const words = wordsIn(readme);
    const missing = KEYS.filter(({ path }) => !words.has(path.at(-1) ?? ''));
    expect(missing.map(({ kind, path }) => `${kind}: ${path.join('.')}`)).toEqual([]);
  });

  /** What is wrong with an example, a part of a file of this kind. */
  const mistakesIn = (text: string, kind: FileKind): string[] => {
    const file = sourceFile(text.startsWith('- tool:') ? `tool_sequence:\n${text}` : text);
    const tree = parseYaml(file, kind);
    const told = tree.ok ? checkFormat(file, tree.value, kind) : tree.error;
    return told.flatMap(({ code }) => (code === 'missing_key' ? [] : [code]));
  };

  test('has examples that are in order', () => {
    const blocks = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
    // One block lists several forms of a target, a line each.
    const examples = blocks.flatMap((text) =>
      text.match(/^target:/gm)?.[1] ? text.split('\n') : text,
    );
    expect(examples.length).toBeGreaterThan(15);
    for (const text of examples.filter((each) => each !== '')) {
      const told = (['scenario', 'suite'] as const).map((kind) => mistakesIn(text, kind));
      expect(told, text).toContainEqual([]);
    }
  });

  test('lists what is not supported yet, and nothing else', () => {
    const rows =
      readme.slice(readme.indexOf('## Known, not supported yet')).match(/^\| .*/gm) ?? [];
    const keys = rows.filter((row) => !row.startsWith('| placeholders'));
    const listed = wordsIn(keys.map((row) => row.split('|')[2]).join('\n'));
    const refused = REFUSED.flatMap(({ path, value, partial }) => {
      const isNamed = !partial || path.at(-1) !== 'protocol';
      return [path.at(-1) ?? '', ...(partial && isNamed ? [String(value)] : [])];
    });
    expect([...listed].sort()).toEqual([...new Set([...refused, 'auto'])].sort());
  });
});
