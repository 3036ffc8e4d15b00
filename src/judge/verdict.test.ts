import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REPLY_TEXT, readSlowly } from '../bench/verdict-grammar.ts';
import { parseVerdict, textOf } from './verdict.ts';

const GOOD = 'VERDICT: PASS\nREASON: It says so.';
const block = (text: unknown) => ({ type: 'text', text });
const parse = (text: string) => parseVerdict([block(text)], 'end_turn');
const unparsed = (reason: string) => ({ verdict: 'FAIL', reason, parsed: false });

const REASONS: Record<string, string> = {
  'in one word': 'yes',
  'of one letter': 'y',
  'with a colon': 'REASON: because',
  'with white space inside': 'a  b\xa0c\u3000d',
  'with white space of its own before it': ' yes',
  'that ends in a no-break space': 'yes\xa0',
  'in another script': 'はい、そうです。',
  'of an emoji': '🎉',
  'with a long s': 'ſo',
};

describe('a reply of the grammar', () => {
  test.each([
    ['PASS', 'PASS'],
    ['FAIL', 'FAIL'],
    ['Pass', 'PASS'],
    ['fail', 'FAIL'],
  ])('%s', (word, verdict) => {
    const reason = 'It says so.';
    const expected = { verdict, reason, parsed: true };
    expect(parse(`VERDICT: ${word}\nREASON: ${reason}`)).toEqual(expected);
    expect(parse(`verdict: ${word}\r\nReason: ${reason}`)).toEqual(expected);
  });

  test.each(['\t', '\n', '\r', ' ', '\r\n \t\n'])('with %j around it', (space) => {
    const expected = { verdict: 'PASS', reason: 'It says so.', parsed: true };
    expect(parse(`${space}${GOOD}${space}`)).toEqual(expected);
    expect(parse(`${space}${space}${GOOD}`)).toEqual(expected);
    expect(parse(`${GOOD}${space}${space}`)).toEqual(expected);
  });

  test.each(Object.entries(REASONS))('with a reason %s', (_, reason) => {
    const expected = { verdict: 'FAIL', reason, parsed: true };
    expect(parse(`VERDICT: FAIL\nREASON: ${reason}`)).toEqual(expected);
  });
});

const SEPARATORS = ['\0', '\t', '\n', '\r', '\v', '\f', '\x1b', '\x7f', '\x85', '\u2028', '\u2029'];

const SPOILT: Record<string, readonly string[]> = {
  'nothing, or only space': ['', ' ', '\n\n'],
  'a word that is no verdict': [
    ...['NOT PASS', 'PASS/FAIL', 'PASSED', 'PASS (with caveats)', 'PASS.', 'PASS ', '', 'P', 'FAI'],
    ...['PA\u017fS', 'FA\u0130L', 'FA\u0131L', '\uff30\uff21\uff33\uff33', '**PASS**', '"PASS"'],
  ].map((word) => GOOD.replace('PASS', word)),
  'letters that only look alike in another case': [
    GOOD.replace('VERDICT', 'VERD\u0131CT'),
    GOOD.replace('REASON', 'REA\u017fON'),
  ],
  'decoration around it': [
    `**${GOOD}**`,
    `\`\`\`\n${GOOD}\n\`\`\``,
    `Here you are:\n${GOOD}`,
    `x${GOOD}`,
    `VERDICT: FAIL\n${GOOD}`,
    `${GOOD}\n${GOOD}`,
    `${GOOD}\nx`,
    `${GOOD}\r\n\r\nx`,
    GOOD.replace('\n', '\n\n'),
    GOOD.replace('\n', ' '),
    GOOD.replace('\n', ''),
  ],
  'another order': ['REASON: It says so.\nVERDICT: PASS', 'a\nb\nVERDICT: PASS'],
  'no reason': [
    ...['VERDICT: PASS', 'VERDICT: PASS\n', 'VERDICT: PASS\nREASON', 'VERDICT: PASS\nREASON:'],
    ...['VERDICT: PASS\nREASON: ', 'VERDICT: PASS\nREASON:   \n', 'VERDICT: PASS\nyes'],
  ],
  'a reason that nobody sees': ['\xa0', '\u3000', '\ufeff', '\u200b', '\xad', '\u3164'].map(
    (char) => `VERDICT: PASS\nREASON: ${char}`,
  ),
  'spaces and colons of another kind': [
    ...['VERDICT\uff1a PASS\nREASON: x', 'VERDICT:PASS\nREASON: x', 'VERDICT:  PASS\nREASON: x'],
    ...['VERDICT: PASS\nREASON:x', 'VERDICT : PASS\nREASON: x', 'VERDICT:\xa0PASS\nREASON: x'],
    ...['VERDICT: PASS\n REASON: x', 'VERDICT PASS\nREASON x', 'VERDICT:\tPASS\nREASON: x'],
  ],
  'another separator between the lines': ['\r', '\v', '\f', '\x85', '\u2028', '\u2029', '\n\r'].map(
    (separator) => GOOD.replace('\n', separator),
  ),
  'a separator or control character in the reason': SEPARATORS.flatMap((char) => [
    `VERDICT: PASS\nREASON: a${char}b`,
    `VERDICT: PASS\nREASON: ${char}b`,
  ]),
  'one of them at the end, unless it is ASCII white space': SEPARATORS.filter(
    (char) => !'\t\n\r'.includes(char),
  ).flatMap((char) => [`${GOOD}${char}`, `${char}${GOOD}`, `${GOOD} ${char}\n`]),
  'white space that is not ASCII before it': [`\xa0${GOOD}`, `\ufeff${GOOD}`, `\u3000${GOOD}`],
};

describe('a reply that is not of the grammar is a FAIL with the raw text', () => {
  test.each(Object.entries(SPOILT))('%s', (_, texts) => {
    expect(texts.map(parse)).toEqual(texts.map(unparsed));
  });

  test('cut off, refused, or stopped for any other reason', () => {
    for (const reason of [
      'max_tokens',
      'refusal',
      'stop_sequence',
      'tool_use',
      'END_TURN',
      '',
      null,
    ])
      expect(parseVerdict([block(GOOD)], reason)).toEqual(unparsed(GOOD));
  });

  test('not one text block', () => {
    const thinking = { type: 'thinking', thinking: GOOD, text: GOOD };
    const odd = [null, undefined, 7, GOOD, [GOOD], {}, { text: GOOD }, { type: 'text' }, block(7)];
    for (const blocks of [[], [thinking], ...odd.map((one) => [one])])
      expect(parseVerdict(blocks, 'end_turn')).toEqual(unparsed(''));
    for (const other of [thinking, ...odd]) {
      expect(parseVerdict([other, block(GOOD)], 'end_turn')).toEqual(unparsed(GOOD));
      expect(parseVerdict([block(GOOD), other], 'end_turn')).toEqual(unparsed(GOOD));
    }
    expect(parseVerdict(GOOD.split('\n').map(block), 'end_turn')).toEqual(unparsed(GOOD));
    expect(parseVerdict([block(GOOD), block('')], 'end_turn')).toEqual(unparsed(`${GOOD}\n`));
  });
});

test('the raw text is that of all text blocks', () => {
  expect(textOf([block('a'), { type: 'thinking' }, null, block('b')])).toBe('a\nb');
});

test('a reply of 4 MiB is read in no time', () => {
  const long = ' a'.repeat(1 << 20) + ' '.repeat(1 << 21);
  expect(parse(`VERDICT: PASS\nREASON: ${long}x`).parsed).toBe(true);
  expect(parse(`VERDICT: PASS\nREASON: ${long}\0`).parsed).toBe(false);
  expect(parse(`${' '.repeat(1 << 22)}x`).parsed).toBe(false);
});

test('any text is read as by a second reading of the grammar', () => {
  let passed = 0;
  const property = fc.property(REPLY_TEXT, (text) => {
    const verdict = parse(text);
    expect(verdict).toEqual(readSlowly(text));
    if (verdict.verdict === 'PASS') passed += 1;
  });
  fc.assert(property, { numRuns: 2000 });
  expect(passed).toBeGreaterThan(20);
});

test('any content and any stop reason give a verdict', () => {
  const blocks = fc.array(fc.oneof(fc.jsonValue(), fc.constant(block(GOOD))), { maxLength: 3 });
  const stop = fc.oneof(fc.constant('end_turn'), fc.string(), fc.constant(null));
  const property = fc.property(blocks, stop, (content, reason) => {
    const { verdict, parsed } = parseVerdict(content, reason);
    const good = reason === 'end_turn' && content.length === 1 && textOf(content) === GOOD;
    expect({ verdict, parsed }).toEqual({ verdict: good ? 'PASS' : 'FAIL', parsed: good });
  });
  fc.assert(property, { numRuns: 300 });
});
