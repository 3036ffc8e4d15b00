import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseVerdict } from '../judge/verdict.ts';
import { REPLY_TEXT, readSlowly } from './verdict-grammar.ts';

// The verdict parser against a second reading of its grammar, on far more texts than the tests have time for.
const numRuns = 100_000;
const seen = { PASS: 0, FAIL: 0, unparsed: 0 };

const start = performance.now();
fc.assert(
  fc.property(REPLY_TEXT, (text) => {
    const verdict = parseVerdict([{ type: 'text', text }], 'end_turn');
    assert.deepEqual(verdict, readSlowly(text));
    seen[verdict.parsed ? verdict.verdict : 'unparsed'] += 1;
  }),
  { numRuns },
);
const seconds = ((performance.now() - start) / 1000).toFixed(1);
process.stdout.write(
  `parser: ${numRuns} texts, ${seen.PASS} PASS, ${seen.FAIL} FAIL, ${seen.unparsed} not of the grammar, ${seconds} s\n`,
);
