import type { Excerpt } from '../model/excerpt.ts';

const AROUND = 70;
const MAX_FOCUS = 240;
const HEAD = 160;

/** Shows `start` to `end` and a little of what surrounds it; never cuts a character in two. */
export function excerptAround(text: string, start: number, end: number): Excerpt {
  const from = backward(text, clamp(start, 0, text.length));
  const wholeEnd = forward(text, clamp(end, from, text.length));
  const to = backward(text, Math.min(wholeEnd, from + MAX_FOCUS));
  const first = forward(text, Math.max(0, from - AROUND));
  const last = to < wholeEnd ? to : backward(text, Math.min(text.length, to + AROUND));
  return {
    before: text.slice(first, from),
    focus: text.slice(from, to),
    after: text.slice(to, last),
    offset: from,
    cutBefore: first > 0,
    cutAfter: last < text.length,
  };
}

/** The beginning of a text, for what is missing nowhere in particular. */
export function excerptHead(text: string): Excerpt {
  const to = backward(text, Math.min(text.length, HEAD));
  return {
    before: '',
    focus: text.slice(0, to),
    after: '',
    offset: 0,
    cutBefore: false,
    cutAfter: to < text.length,
  };
}

/** Offsets that would part a surrogate pair move before it or behind it. */
export function backward(text: string, at: number): number {
  return partsPair(text, at) ? at - 1 : at;
}

export function forward(text: string, at: number): number {
  return partsPair(text, at) ? at + 1 : at;
}

function partsPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
