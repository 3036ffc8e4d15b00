import { describe, expect, test } from 'vitest';
import { load, marked, SUITE, scenario } from './test-rig.ts';

/** The policies of a suite and of its one scenario; a text is what is wrong. */
function policies(suite: string | null, own: string | null) {
  const ofSuite = suite === null ? '' : `policy: ${suite}\n`;
  const lines = own === null ? [] : [`policy: ${own}`];
  const loaded = load([scenario(...lines)], SUITE + ofSuite);
  if (!loaded.ok) return loaded.error.map(({ code }) => code);
  return [loaded.value.policy, loaded.value.scenarios[0]?.policy];
}

describe('a policy', () => {
  test('that nobody wrote is none', () => {
    expect(policies(null, null)).toEqual([null, null]);
  });

  test.each([
    ['{llm: never}', { llm: 'never' }],
    ['{llm: allow}', { llm: 'allow' }],
    ['{external_api: never}', { externalApi: 'never' }],
    ['{external_api: "allow"}', { externalApi: 'allow' }],
    ['{external_api: [a, never]}', { externalApi: ['a', 'never'] }],
    ['{external_api: ["1.10"]}', { externalApi: ['1.10'] }],
    ['{unknown: fail}', { unknown: 'fail' }],
    ['{unknown: allow}', { unknown: 'allow' }],
    ['{observation: optional}', { observation: 'optional' }],
    ['{observation: required}', { observation: 'required' }],
    ['{metadata_key: example.com/claims}', { metadataKey: 'example.com/claims' }],
    [
      '{llm: never, external_api: [b], unknown: allow, observation: required, metadata_key: k}',
      {
        llm: 'never',
        externalApi: ['b'],
        unknown: 'allow',
        observation: 'required',
        metadataKey: 'k',
      },
    ],
  ])('%s has what is written, and no default, in both places', (text, written) => {
    expect(policies(text, null)).toEqual([written, null]);
    expect(policies(null, text)).toEqual([null, written]);
    expect(policies('{llm: allow}', text)).toEqual([{ llm: 'allow' }, written]);
  });
});

describe('a mistake in one', () => {
  test.each([
    ['{}', 'bad_value {}'],
    ['', 'wrong_type'],
    ['never', 'wrong_type never'],
    ['[never]', 'wrong_type [never]'],
    ['{llm: conditional}', 'bad_value conditional'],
    ['{llm: Never}', 'bad_value Never'],
    ['{llm: true}', 'bad_value true'],
    ['{llm: }', 'bad_value'],
    ['{external_api: []}', 'bad_value []'],
    ['{external_api: mailchimp}', 'bad_value mailchimp'],
    ['{external_api: [""]}', 'bad_value ""'],
    ['{external_api: [7]}', 'quote_it 7'],
    ['{external_api: {a: 1}}', 'wrong_type {a: 1}'],
    ['{unknown: never}', 'bad_value never'],
    ['{observation: always}', 'bad_value always'],
    ['{observation: yes}', 'bad_value yes'],
    ['{metadata_key: ""}', 'bad_value ""'],
    ['{metadata_key: 7}', 'quote_it 7'],
    ['{metadata_key: "${uuid}"}', 'placeholder_not_here ${uuid}'],
    ['{llms: never}', 'unknown_key llms'],
    ['{externalApi: never}', 'unknown_key externalApi'],
  ])('%s is told in both places', (text, told) => {
    expect(marked(scenario(), `${SUITE}policy: ${text}\n`)).toEqual([told]);
    expect(marked(scenario(`policy: ${text}`))).toEqual([told]);
  });
});

test('it is no check', () => {
  const bare = 'name: a\ntool_sequence: [{ tool: t }]\npolicy: { llm: never }\n';
  expect(marked(bare)).toEqual(['nothing_to_check a']);
});
