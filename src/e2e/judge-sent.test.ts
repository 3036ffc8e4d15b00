import { beforeAll, expect, test } from 'vitest';
import { criteria, criteriaOf, type Judged, judgeOf, KEY, says, useJudge } from './judging.ts';
import { calls, target } from './reported.ts';

const judge = useJudge();
const TOKEN = 'demo/9c41+77af"x';
const base64 = Buffer.from(`user:${TOKEN}`).toString('base64');
const encoded = encodeURIComponent(TOKEN);
/** Without the letters that its neighbours have a part in. */
const FORMS = [TOKEN.slice(0, 12), encoded, base64.slice(8, -4)];
const SIZE = 200_000;
const LAST = 'the last line decides';
const LONG_LINE = `${'abcdefghi '.repeat(60)}end of the line`;

let run: Judged;
beforeAll(async () => {
  const secrets = {
    raw: says(
      ['the token is ${env.API_TOKEN} !'],
      'expected_contains: "${env.API_TOKEN}"',
      criteria('(pass) It does not tell ${env.API_TOKEN}, or so.'),
    ),
    encoded: says([`a ${base64} b ${encoded} c`], criteria('(pass) It is masked.')),
    // The rig looks for it in all that is printed.
    key: says([`it is ${KEY}`], criteria('(pass) It is no key.')),
    by_step: says(['it is ${env.API_TOKEN}'], '    expect: { judge: "(pass) It is masked too." }'),
  };
  const texts = {
    lines: says(
      [`  one\t1  \n\n${LONG_LINE}\n${'x\n'.repeat(80)}`],
      criteria('(pass) It is whole.'),
    ),
    large: calls('big', `{ bytes: ${SIZE} }`, criteria('(pass) It is large.')),
    ends: says([`${'y'.repeat(SIZE)}\n${LAST}`], criteria('(pass) Its end decides.')),
  };
  const shared = 'isolation: suite\n';
  run = await judge.run(
    {
      secrets: {
        suite: `${shared}judge: { model: first-1, max_tokens: 100 }\n`,
        scenarios: secrets,
      },
      texts: { suite: `${shared}${target('big')}judge: { max_tokens: 300 }\n`, scenarios: texts },
    },
    ['--verbose', '--judge', 'required'],
    { env: { API_TOKEN: TOKEN } },
  );
});

const about = (end: string) => {
  const found = run.asked.filter(({ criterion }) => criterion.endsWith(end));
  expect(found).toHaveLength(1);
  return found[0];
};

test('a green run is exit code 0', () => {
  expect(run.code, run.stdout).toBe(0);
  expect(run.report.summary).toMatchObject({ passed: 7, judge_calls: 7, not_evaluated: 0 });
});

test('a secret is masked in what the judge is sent, and assertions still see it', () => {
  for (const { request } of run.asked) {
    const sent = JSON.stringify(request);
    expect(FORMS.filter((form) => sent.includes(form))).toEqual([]);
  }
  expect(about('or so.')).toMatchObject({
    output: 'the token is *** !',
    criterion: '(pass) It does not tell ***, or so.',
  });
  expect(about('It is masked.')?.output).toMatch(/^a [\w+/]*\*\*\*[\w+/=]* b \*\*\* c$/);
  expect(about('It is no key.')?.output).toBe('it is ***');
  expect(about('It is masked too.')?.output).toBe('it is ***');
  expect(run.of('raw').assertions.map(({ status }) => status)).toEqual(['passed', 'passed']);
  const told = run.stdout + JSON.stringify(run.report);
  expect(FORMS.filter((form) => told.includes(form))).toEqual([]);
});

test('a large output is sent whole', () => {
  expect(about('It is large.')?.output).toBe('x'.repeat(SIZE));
  expect(about('Its end decides.')?.output).toBe(`${'y'.repeat(SIZE)}\n${LAST}`);
  const [large] = criteriaOf(run.of('large'));
  expect(large?.verdict).toMatchObject({ sent_truncated: true });
  // The report cuts it where it cuts all texts, in the middle.
  expect(large?.verdict?.sent).toMatch(/bytes left out[\s\S]*Criterion: \(pass\) It is large\.$/);
});

test('--verbose shows it word for word', () => {
  const sent = about('It is whole.')?.request.body.messages[0]?.content ?? '';
  const shown = sent.split('\n').map((line) => (line === '' ? '    |' : `    | ${line}`));
  expect(sent).toContain(LONG_LINE);
  expect(run.stdout).toContain(`    sent to the judge:\n${shown.join('\n')}\n`);
});

test('each suite has its own model', () => {
  const asked = (end: string) => {
    const { model, max_tokens } = about(end)?.request.body ?? {};
    return [model, max_tokens];
  };
  expect(asked('It is masked.')).toEqual(['first-1', 100]);
  expect(asked('It is large.')).toEqual(['claude-haiku-4-5', 300]);
  expect(judgeOf(run.report)).toMatchObject({
    model: 'first-1, claude-haiku-4-5',
    served_models: ['first-1', 'claude-haiku-4-5'],
  });
});
