import { isJsonObject, type JsonValue } from './json.ts';

/** The value at a JSON Pointer (RFC 6901); undefined when there is none, or the pointer is none. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return undefined;
  let at: JsonValue | undefined = value;
  for (const token of tokensOf(pointer)) at = childAt(at, token);
  return at;
}

/** Where a pointer that finds nothing leaves the value. */
interface Parting {
  /** How far it leads. */
  readonly found: string;
  /** The key that is not there. */
  readonly wanted: string;
  /** Those that are. */
  readonly keys: readonly string[];
  /** What of the pointer stands behind it. */
  readonly rest: string;
}

/** Null for a pointer that finds something, and for one that is none. */
export function partingOf(value: JsonValue, pointer: string): Parting | null {
  if (!pointer.startsWith('/')) return null;
  let at: JsonValue = value;
  let found = '';
  const tokens = tokensOf(pointer);
  for (const [index, token] of tokens.entries()) {
    const child = childAt(at, token);
    if (child === undefined) {
      const keys = typeof at === 'object' && at !== null ? Object.keys(at) : [];
      return { found, wanted: token, keys, rest: pointerOf(tokens.slice(index + 1)) };
    }
    at = child;
    found += `/${escapeToken(token)}`;
  }
  return null;
}

function pointerOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join('');
}

export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * A copy without what stands at the pointers, in which `*` is every key and every item. What is
 * not there need not be left out.
 */
export function without(value: JsonValue, pointers: readonly string[]): JsonValue {
  return pruned(
    value,
    pointers.map(tokensOf).filter((path) => path.length > 0),
  );
}

function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function childAt(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (Array.isArray(value)) {
    return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  }
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** All at once: an item that is left out does not move those behind it. */
function pruned(value: JsonValue, paths: readonly (readonly string[])[]): JsonValue {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const kept = Object.entries<JsonValue>(value).flatMap(([key, item]) => {
    const below = paths
      .filter(([token]) => token === key || token === '*')
      .map(([, ...rest]) => rest);
    const isLeftOut = below.some((rest) => rest.length === 0);
    return isLeftOut ? [] : [[key, pruned(item, below)] as const];
  });
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}
