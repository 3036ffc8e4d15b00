import { expect, test } from 'vitest';
import { filledIn } from './metadata.ts';

const ids = ['one', 'two'];
const plan = {
  env: { MODEL: 'm-1', EMPTY: '' },
  runId: 'run-1',
  startedAt: new Date('2026-01-31T23:00:00Z'),
};

test('placeholders are filled in, the content of a file is left as it is', () => {
  const values = {
    model: '${env.MODEL:-none}',
    other: '${env.EMPTY:-none}',
    at: ['${today+1d}', { run: '${run.id}', n: 1 }],
    ids: '${uuid} ${uuid}',
    literal: '$${tmp}',
    rules_file: './${env.MODEL}.md',
  };
  const contents = { rules_file: '${env.MODEL} $${' };
  const uuid = () => ids.shift() ?? 'none';
  expect(filledIn({ values, contents }, plan, { uuid })).toEqual({
    model: 'm-1',
    other: 'none',
    at: ['2026-02-01', { run: 'run-1', n: 1 }],
    ids: 'one two',
    literal: '${tmp}',
    rules_file: { path: './m-1.md', content: '${env.MODEL} $${' },
  });
});
