import { isDeeperThan, MAX_DEPTH } from '../model/depth.ts';
import { inexactIn } from '../model/exact.ts';
import type { JsonValue } from '../model/json.ts';
import type { StateReading } from '../model/outcome.ts';
import { valueAt, without } from '../model/pointer.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { StateProbe } from '../model/suite.ts';
import { nearestPointer } from './nearest-pointer.ts';

/** What a probe came back with. */
export interface Read {
  readonly value: JsonValue;
  /** What the value does not say: whether a text was JSON, under which address it stood. */
  readonly raw: JsonValue;
}

/** The part of it that counts. */
export interface Reading {
  /** Undefined: there is no such part. */
  readonly value: JsonValue | undefined;
  /** There is none: a pointer like the one that was meant. */
  readonly nearest: string | null;
  /** Null where only a part counts. */
  readonly raw: JsonValue;
  /** Pointers of `ignore` to nothing. */
  readonly idle: readonly string[];
  /** There was something, and all of it is ignored. */
  readonly emptied: boolean;
}

type Counting = Pick<StateProbe, 'at' | 'ignore' | 'by'>;

/** Why it cannot be compared, in words. */
export interface Unreadable {
  readonly detail: string;
  readonly nearest?: string | null;
}

export function readingOf({ value, raw }: Read, probe: Counting): Result<Reading, Unreadable> {
  if (isDeeperThan(value, MAX_DEPTH))
    return err({ detail: `it is nested deeper than ${MAX_DEPTH} levels` });
  const { at, ignore } = probe;
  const part = valueAt(value, at);
  const kept = part === undefined ? undefined : without(part, ignore);
  const inexact = kept === undefined ? undefined : inexactIn(kept);
  if (inexact !== undefined)
    return err({ detail: `it has a number that cannot be held exactly (${inexact})` });
  return ok({
    value: kept,
    nearest: part === undefined ? nearestPointer(value, at) : null,
    raw: at === '' ? raw : null,
    idle: ignore.filter((pointer) => part === undefined || valueAt(part, pointer) === undefined),
    // An empty folder is something, whatever is ignored in it.
    emptied: probe.by !== 'dir' && sizeOf(part) > 0 && sizeOf(kept) === 0,
  });
}

/** Both readings of a step, or why they tell nothing. */
export function bothReadings(
  before: Reading,
  after: Reading,
  { at }: Counting,
): Result<StateReading, Unreadable> {
  if (before.value === undefined && after.value === undefined)
    return err({ detail: `nothing at ${at}`, nearest: before.nearest ?? after.nearest });
  if (before.emptied && after.emptied) return err({ detail: 'all of it is ignored' });
  const idle = before.idle.filter((pointer) => after.idle.includes(pointer));
  return ok({
    before: before.value,
    after: after.value,
    ...(before.raw === null ? {} : { raw: { before: before.raw, after: after.raw } }),
    ...(idle.length === 0 ? {} : { idle }),
  });
}

function sizeOf(value: JsonValue | undefined): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
