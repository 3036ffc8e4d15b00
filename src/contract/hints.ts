import { HINTS, type Hint, type HintFlaw, type ToolFinding } from '../model/contract.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { ListedTool } from '../model/outcome.ts';
import { nearestTypo } from '../validator/nearest.ts';

/** A read-only tool need not say how it writes. */
const OF_READERS: readonly Hint[] = ['readOnlyHint', 'openWorldHint'];

/** Hints that are left out, misspelt, of the wrong type or at odds with each other. */
export function checkHints(tools: readonly ListedTool[]): readonly ToolFinding[] {
  return tools.flatMap(({ name, raw }) => flawsOf(raw).map((flaw) => ({ tool: name, ...flaw })));
}

/** The hints that a tool states itself. */
export function statedHints(raw: JsonObject): Readonly<Partial<Record<Hint, boolean>>> {
  const annotations = annotationsOf(raw);
  return Object.fromEntries(
    HINTS.flatMap((hint) => {
      const value = valueAt(annotations, hint);
      return typeof value === 'boolean' ? [[hint, value]] : [];
    }),
  );
}

export function isReadOnly({ raw }: ListedTool): boolean {
  return statedHints(raw).readOnlyHint === true;
}

function flawsOf(raw: JsonObject): readonly HintFlaw[] {
  const annotations = annotationsOf(raw);
  const stated = statedHints(raw);
  const strange = [...misspelt(annotations), ...misplaced(raw), ...malformed(annotations)];
  const wanted = stated.readOnlyHint === true ? OF_READERS : HINTS;
  // What was meant is told once, under the name that was written.
  const meant = strange.map((flaw) => ('nearest' in flaw ? flaw.nearest : flaw.hint));
  const absent = wanted.filter((hint) => stated[hint] === undefined && !meant.includes(hint));
  return [
    ...strange,
    ...absent.map((hint): HintFlaw => ({ code: 'hint_absent', hint })),
    ...contradictory(stated),
  ];
}

function misspelt(annotations: JsonObject): readonly HintFlaw[] {
  const names: readonly string[] = HINTS;
  return Object.keys(annotations).flatMap((key): HintFlaw[] => {
    if (names.includes(key)) return [];
    const hint = HINTS.find((each) => each === meantBy(key, names));
    return hint === undefined ? [] : [{ code: 'hint_misspelt', key, nearest: hint }];
  });
}

/** `read_only_hint`, `readOnly` and `ReadOnlyHint` are no typing errors, but meant all the same. */
function meantBy(key: string, names: readonly string[]): string | null {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .replace(/hint$/, '');
  return names.find((name) => plain(name) === plain(key)) ?? nearestTypo(key, names);
}

/** Beside the annotations, or in `_meta`. */
function misplaced(raw: JsonObject): readonly HintFlaw[] {
  const meta = isJsonObject(raw._meta) ? raw._meta : {};
  return HINTS.flatMap((hint): HintFlaw[] => {
    if (Object.hasOwn(raw, hint)) return [{ code: 'hint_misplaced', hint, path: hint }];
    const path = `_meta/${hint}`;
    return Object.hasOwn(meta, hint) ? [{ code: 'hint_misplaced', hint, path }] : [];
  });
}

function malformed(annotations: JsonObject): readonly HintFlaw[] {
  return HINTS.flatMap((hint): HintFlaw[] => {
    const found = valueAt(annotations, hint);
    if (found === undefined || typeof found === 'boolean') return [];
    return [{ code: 'hint_malformed', hint, found }];
  });
}

/** What only reads can't destroy, and has no effect that a second call could add to. */
function contradictory({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
}: ReturnType<typeof statedHints>): readonly HintFlaw[] {
  if (readOnlyHint !== true) return [];
  const found: HintFlaw[] = [];
  if (destructiveHint === true) {
    found.push({ code: 'hint_contradictory', hint: 'destructiveHint', value: true });
  }
  if (idempotentHint === false) {
    found.push({ code: 'hint_contradictory', hint: 'idempotentHint', value: false });
  }
  return found;
}

function annotationsOf({ annotations }: JsonObject): JsonObject {
  return isJsonObject(annotations) ? annotations : {};
}

function valueAt(annotations: JsonObject, hint: Hint): JsonValue | undefined {
  return Object.hasOwn(annotations, hint) ? annotations[hint] : undefined;
}
