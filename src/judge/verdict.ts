import type { Verdict } from '../model/verdict.ts';

// Without the flag u, ignoring case stays within ASCII: with it, `PAſS` would pass.
const HEAD = /^[\t\n\r ]*VERDICT: (?:PASS|FAIL)\r?\nREASON: /i;
const REASON = /^([^\p{Cc}\p{Zl}\p{Zp}]*[^\p{Cc}\p{Zl}\p{Zp} ])[\t\n\r ]*$/u;
/** A reason that nobody can see is none. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Reads a judge's reply. Total: whatever the blocks are, what is not exactly of the grammar is a FAIL. */
export function parseVerdict(blocks: readonly unknown[], stopReason: string | null): Verdict {
  const raw = textOf(blocks);
  // One block in all: beside the model's thinking, a text would be of a reply that nobody asked for.
  const whole = blocks.length === 1 && stopReason === 'end_turn';
  return (whole ? read(raw) : null) ?? { verdict: 'FAIL', reason: raw, parsed: false };
}

/** The text of a reply for people to read, whatever else is in it. */
export function textOf(blocks: readonly unknown[]): string {
  return blocks.flatMap((block) => (isText(block) ? [block.text] : [])).join('\n');
}

function read(text: string): Verdict | null {
  const head = HEAD.exec(text);
  const reason = head && REASON.exec(text.slice(head[0].length))?.[1];
  if (!reason || !VISIBLE.test(reason)) return null;
  return { verdict: /PASS/i.test(head[0]) ? 'PASS' : 'FAIL', reason, parsed: true };
}

function isText(block: unknown): block is { readonly text: string } {
  return (
    typeof block === 'object' &&
    block !== null &&
    'type' in block &&
    block.type === 'text' &&
    'text' in block &&
    typeof block.text === 'string'
  );
}
