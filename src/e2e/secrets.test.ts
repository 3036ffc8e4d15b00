import { expect, test } from 'vitest';
import { runProject, target } from './reported.ts';

const SECRET = 'sk-demo/7f3a+91c4"e';
const base64 = Buffer.from(`user:${SECRET}`).toString('base64');

/** Every way in which a secret could be told: by the tool, on stderr, in arguments, by an error. */
const scenarios = {
  echoed: `
tool_sequence:
  - tool: echo
    args: { text: "the token is \${env.DEMO_TOKEN} !" }
expected_contains: ["\${env.DEMO_TOKEN}", "the token is"]
`,
  encoded: `
vars: { encoded: "${encodeURIComponent(SECRET)} ${base64} ok" }
tool_sequence:
  - tool: echo
    args: { text: "\${vars.encoded}" }
expected_contains: absent words
`,
  forbidden: `
tool_sequence:
  - tool: echo
    args: { text: "\${env.DEMO_TOKEN}" }
expected_not_contains: "\${env.DEMO_TOKEN}"
`,
  refused: `
tool_sequence:
  - tool: echo
    args: { txet: "\${env.DEMO_TOKEN}" }
expected_contains: x
`,
};

function mentions(text: string): string[] {
  const stable = base64.slice(8, -4);
  // Its beginning needs no escape, however often it is quoted.
  const forms = [SECRET.slice(0, 12), encodeURIComponent(SECRET), stable];
  return forms.filter((form) => text.includes(form));
}

test('a secret value is in no report, in whatever form, and assertions still see it', async () => {
  const cli = { env: { DEMO_TOKEN: SECRET } };
  const run = await runProject({ scenarios, args: ['--verbose'], cli });
  expect(run.of('echoed').status).toBe('passed');
  expect(run.of('encoded').status).toBe('failed');
  expect(run.of('forbidden').status).toBe('failed');
  expect(run.of('refused').code).toBe('bad_arguments');
  expect(mentions(run.stdout + run.stderr + JSON.stringify(run.report))).toEqual([]);
  expect(run.of('echoed').output).toBe('the token is *** !');
  expect(run.stdout).toContain('***');
});

test('a value that no file names, or whose name says nothing, is shown', async () => {
  const text = 'tool_sequence:\n  - tool: echo\n    args: { text: "${env.PLAIN} other-value" }\n';
  const plain = { shown: `${text}expected_contains: plain-value\n` };
  const cli = { env: { PLAIN: 'plain-value', OTHER_TOKEN: 'other-value' } };
  const run = await runProject({ scenarios: plain, cli });
  expect(run.of('shown').output).toBe('plain-value other-value');
});

test('a variable that is let through to the server, and told by it', async () => {
  const suite = target('env', { pass_env: ['DEMO_TOKEN'] });
  const scenario = 'tool_sequence:\n  - tool: env\nexpected_contains: absent words\n';
  const cli = { env: { DEMO_TOKEN: SECRET } };
  const run = await runProject({ suite, scenarios: { told: scenario }, cli, args: ['--verbose'] });
  expect(run.code).toBe(1);
  expect(mentions(run.stdout + JSON.stringify(run.report))).toEqual([]);
});

test('what is left of a secret where a long text is cut', async () => {
  const padding = 'x'.repeat(32 * 1024 - 20);
  const scenario = `
tool_sequence:
  - tool: echo
    args: { text: "${padding} \${env.DEMO_TOKEN} ${'y'.repeat(60_000)}" }
expected_contains: absent words
`;
  const cli = { env: { DEMO_TOKEN: SECRET } };
  const run = await runProject({ scenarios: { cut: scenario }, cli });
  expect(run.of('cut').status).toBe('failed');
  expect(JSON.stringify(run.report)).not.toContain(SECRET.slice(0, 8));
});
