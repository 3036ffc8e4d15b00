import { describe, expect, test } from 'vitest';
import { HINTS, type Hint } from '../model/contract.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { checkHints, isReadOnly } from './hints.ts';
import { tool } from './test-rig.ts';

type State = 'absent' | 'true' | 'false' | 'malformed';
const STATES: readonly State[] = ['absent', 'true', 'false', 'malformed'];
const VALUES: Readonly<Record<State, JsonValue | undefined>> = {
  absent: undefined,
  true: true,
  false: false,
  malformed: 'true',
};
type Row = Readonly<Record<Hint, State>>;

const ROWS: readonly Row[] = STATES.flatMap((readOnlyHint) =>
  STATES.flatMap((destructiveHint) =>
    STATES.flatMap((idempotentHint) =>
      STATES.map((openWorldHint) => ({
        ...{ readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
      })),
    ),
  ),
);

const EXPLICIT = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

function annotationsOf(row: Row): JsonObject {
  return Object.fromEntries(
    HINTS.flatMap((hint) => {
      const value = VALUES[row[hint]];
      return value === undefined ? [] : [[hint, value]];
    }),
  );
}

/** Each finding in short: its code and the hint, or the name that was written. */
function told(members: JsonObject): string[] {
  return checkHints([tool('t', members)]).map((found) => {
    expect(found.tool).toBe('t');
    if (found.code === 'hint_misspelt') return `misspelt ${found.key} ${found.nearest}`;
    if (!('hint' in found)) return found.code;
    const path = found.code === 'hint_misplaced' ? ` at ${found.path}` : '';
    return `${found.code.replace('hint_', '')} ${found.hint}${path}`;
  });
}

const inPlace = (annotations: JsonObject) => told({ annotations });

/** What must be told of a row: each hint by itself, and then of two together. */
function expected(row: Row): string[] {
  const isReader = row.readOnlyHint === 'true';
  const alone = HINTS.flatMap((hint) => {
    if (row[hint] === 'malformed') return [`malformed ${hint}`];
    const isOwed = !isReader || hint === 'readOnlyHint' || hint === 'openWorldHint';
    return row[hint] === 'absent' && isOwed ? [`absent ${hint}`] : [];
  });
  return [
    ...alone,
    ...(isReader && row.destructiveHint === 'true' ? ['contradictory destructiveHint'] : []),
    ...(isReader && row.idempotentHint === 'false' ? ['contradictory idempotentHint'] : []),
  ];
}

describe('each hint absent, true, false or malformed', () => {
  test('all 256 combinations', () => {
    expect(ROWS).toHaveLength(256);
    for (const row of ROWS) {
      expect(inPlace(annotationsOf(row)).sort(), JSON.stringify(row)).toEqual(expected(row).sort());
    }
  });

  test('16 of them are fine', () => {
    const fine = ROWS.filter((row) => inPlace(annotationsOf(row)).length === 0);
    expect(fine.filter(({ readOnlyHint }) => readOnlyHint === 'true')).toHaveLength(8);
    expect(fine.filter(({ readOnlyHint }) => readOnlyHint === 'false')).toHaveLength(8);
    expect(fine).toHaveLength(16);
  });

  test.each([null, 0, 1, '', 'yes', [], {}])('%j is no boolean', (found) => {
    const findings = checkHints([
      tool('t', { annotations: { ...EXPLICIT, idempotentHint: found } }),
    ]);
    expect(findings).toEqual([
      { tool: 't', code: 'hint_malformed', hint: 'idempotentHint', found },
    ]);
  });

  test.each([undefined, null, [], 'readOnlyHint', {}])('annotations %j state none', (given) => {
    const all = HINTS.map((hint) => `absent ${hint}`);
    expect(told(given === undefined ? {} : { annotations: given })).toEqual(all);
  });
});

describe('a hint under another name', () => {
  test.each([
    ['readonlyHint', 'readOnlyHint'],
    ['ReadOnlyHint', 'readOnlyHint'],
    ['READONLYHINT', 'readOnlyHint'],
    ['read_only_hint', 'readOnlyHint'],
    ['read-only', 'readOnlyHint'],
    ['readOnly', 'readOnlyHint'],
    ['redaOnlyHint', 'readOnlyHint'],
    ['readOnlyHnt', 'readOnlyHint'],
    ['destructive', 'destructiveHint'],
    ['destructive_hint', 'destructiveHint'],
    ['desctructiveHint', 'destructiveHint'],
    ['idempotent_hint', 'idempotentHint'],
    ['idempotantHint', 'idempotentHint'],
    ['open_world', 'openWorldHint'],
    ['openWordHint', 'openWorldHint'],
  ] as const)('%s is meant for %s, and told once', (key, nearest) => {
    const { [nearest]: value, ...others } = EXPLICIT;
    expect(inPlace({ ...others, [key]: value })).toEqual([`misspelt ${key} ${nearest}`]);
    // Beside the right one it is of no use either.
    expect(inPlace({ ...EXPLICIT, [key]: value })).toEqual([`misspelt ${key} ${nearest}`]);
  });

  test('does not count: the tool is taken for one that writes', () => {
    const annotations = { readonlyHint: true, openWorldHint: false };
    expect(isReadOnly(tool('t', { annotations }))).toBe(false);
    expect(inPlace(annotations)).toEqual([
      'misspelt readonlyHint readOnlyHint',
      'absent destructiveHint',
      'absent idempotentHint',
    ]);
  });

  test.each(['title', 'audience', 'priority', 'x-vendor', 'com.example/cost', 'hint', 'Hint', ''])(
    '%j is no hint, and nobody’s business',
    (key) => {
      expect(inPlace({ ...EXPLICIT, [key]: true })).toEqual([]);
    },
  );

  test('names of the prototype are none', () => {
    const annotations = JSON.parse('{"__proto__": {"readOnlyHint": true}, "constructor": true}');
    expect(inPlace({ ...annotations })).toEqual(HINTS.map((hint) => `absent ${hint}`));
    expect(isReadOnly(tool('t', { annotations }))).toBe(false);
  });
});

describe('a hint in another place', () => {
  const { openWorldHint, ...others } = EXPLICIT;

  test('beside the annotations, or in _meta', () => {
    expect(told({ annotations: others, openWorldHint })).toEqual([
      'misplaced openWorldHint at openWorldHint',
    ]);
    expect(told({ annotations: others, _meta: { openWorldHint } })).toEqual([
      'misplaced openWorldHint at _meta/openWorldHint',
    ]);
    expect(told({ ...EXPLICIT })).toEqual(HINTS.map((hint) => `misplaced ${hint} at ${hint}`));
    expect(told({ annotations: EXPLICIT, _meta: 'readOnlyHint' })).toEqual([]);
  });

  test('does not count either', () => {
    expect(isReadOnly(tool('t', { readOnlyHint: true, _meta: { readOnlyHint: true } }))).toBe(
      false,
    );
  });
});

test('absent, contradictory and misspelt are three findings, each with its tool', () => {
  const { openWorldHint, ...others } = EXPLICIT;
  const findings = checkHints([
    tool('good', { annotations: EXPLICIT }),
    tool('silent', { annotations: others }),
    tool('two_faced', { annotations: { ...EXPLICIT, readOnlyHint: true } }),
    tool('typist', { annotations: { ...others, 'open-world-hint': openWorldHint } }),
  ]);
  expect(findings).toEqual([
    { tool: 'silent', code: 'hint_absent', hint: 'openWorldHint' },
    { tool: 'two_faced', code: 'hint_contradictory', hint: 'destructiveHint', value: true },
    { tool: 'two_faced', code: 'hint_contradictory', hint: 'idempotentHint', value: false },
    { tool: 'typist', code: 'hint_misspelt', key: 'open-world-hint', nearest: 'openWorldHint' },
  ]);
});
