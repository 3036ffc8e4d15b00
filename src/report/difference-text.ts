import { type Difference, MAX_DIFFERENCES } from '../model/difference.ts';
import type { JsonValue } from '../model/json.ts';
import type { Fact } from './explained.ts';
import { cutMiddle, headOf, tailOf } from './truncate.ts';
import { valueText } from './value-text.ts';
import { plural } from './words.ts';

const SHOWN = 8;
const PATH = 120;
const LONG = 100;
/** What is shown of two long texts before they begin to differ. */
const LEAD = 20;

/** What to call the two sides of a difference. */
interface Sides {
  readonly both: (expected: string, actual: string) => string;
  readonly missing: (expected: string) => string;
  readonly extra: (actual: string) => string;
}

/** Of what was expected, and what came in its place. */
export const EXPECTED: Sides = {
  both: (expected, actual) => `expected ${expected}, came ${actual}`,
  missing: (expected) => `expected ${expected}, nothing came`,
  extra: (actual) => `expected nothing, came ${actual}`,
};

/** Of a state before and after a step. */
export const CHANGED: Sides = {
  both: (before, after) => `was ${before}, is ${after}`,
  missing: (before) => `was ${before}, is gone`,
  extra: (after) => `is new: ${after}`,
};

/** Of a tool in an earlier list and now. */
export const WAS_IN_BASELINE: Sides = {
  both: (before, after) => `the baseline has ${before}, and now it is ${after}`,
  missing: (before) => `the baseline has ${before}, and it is gone`,
  extra: (after) => `is new: ${after}`,
};

export function differenceFacts(all: readonly Difference[], sides: Sides): Fact[] {
  return differenceTexts(all, sides).map((text) => ({ kind: 'plain', label: 'at', text }));
}

export function differenceTexts(all: readonly Difference[], sides: Sides): string[] {
  return all
    .slice(0, SHOWN)
    .map((difference) => `${whereOf(difference)}: ${sidesText(difference, sides)}`);
}

/** More than were counted may be left. */
export function moreDifferences({ length }: readonly Difference[]): string[] {
  if (length <= SHOWN) return [];
  const atLeast = length < MAX_DIFFERENCES ? '' : 'at least ';
  return [`and ${atLeast}${plural(length - SHOWN, 'more difference')}`];
}

function whereOf({ path }: Difference): string {
  return path === '' ? 'the whole' : cutMiddle(path, PATH);
}

function sidesText({ expected, actual }: Difference, sides: Sides): string {
  if (expected === undefined) return sides.extra(actual === undefined ? 'nothing' : shown(actual));
  if (actual === undefined) return sides.missing(shown(expected));
  if (typeof expected !== 'string' || typeof actual !== 'string') {
    return sides.both(shown(expected), shown(actual));
  }
  const at = commonLength(expected, actual);
  return sides.both(around(expected, at), around(actual, at));
}

function shown(value: JsonValue): string {
  return valueText(value, LONG);
}

/** Where two long texts part, which their beginnings would not show. */
function around(text: string, at: number): string {
  if (text.length <= LONG || at <= LEAD) return shown(text);
  const part = tailOf(text, text.length - (at - LEAD));
  const rest = part.length > LONG ? `${headOf(part, LONG)}…` : part;
  return JSON.stringify(`…${rest}`);
}

function commonLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}
