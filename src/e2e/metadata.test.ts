import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '../model/json.ts';
import { runCli, withFiles } from './drive.ts';
import {
  calls,
  ECHO,
  type Project,
  projectFiles,
  type Report,
  readReport,
  target,
} from './reported.ts';
import { lines } from './steps.ts';

const SECRET = 'sk-demo-7f3a91c4e0';
const LARGE = `${'rule\n'.repeat(30_000)}the end\n`;

const METADATA = {
  model: '${env.TOOL_MODEL:-none}',
  prompt: '${env.PROMPT_VERSION:-7}',
  run: { id: '${run.id}', list: [1, null, true] },
  // As the report calls something of its own.
  mode: 'with ${env.DEMO_TOKEN}',
  rules_file: './grading.md',
  schema_file: '../${env.SCHEMA:-other}.json',
};

const PROJECT: Project = {
  suite:
    target('flow', { env: { WHO: 'somebody' } }) +
    lines({
      metadata: METADATA,
      twins: { nobody: { env: { WHO: 'nobody' }, must_fail: ['a'] } },
    }),
  scenarios: { a: calls('env', '{ name: WHO }', 'expected_contains: somebody') },
};

type WithMetadata = Report & {
  readonly suites: readonly { readonly path: string; readonly metadata: JsonValue }[];
};

const read = async (text: string) => (await readReport(text)) as WithMetadata;
const inFolder = (project: Project) =>
  Object.fromEntries(
    Object.entries(projectFiles(project)).map(([path, text]) => [`suite/${path}`, text]),
  );

describe('metadata', () => {
  let text: string;
  let report: WithMetadata;

  beforeAll(async () => {
    const files = {
      ...inFolder(PROJECT),
      'suite/grading.md': `${LARGE}${SECRET}\n`,
      'other.json': '{"a": "${uuid}"}',
      'plain/suite.yaml': target('ok'),
      'plain/b.yaml': `name: b\n${ECHO}`,
    };
    await withFiles(files, async (cwd) => {
      const env = { DEMO_TOKEN: SECRET, TOOL_MODEL: 'm-1', PROMPT_VERSION: '' };
      const run = await runCli(['run', '.', '--twins', '--reporter', 'json'], { cwd, env });
      expect([run.code, run.stderr]).toEqual([0, '']);
      text = run.stdout;
      report = await read(text);
    });
  });

  test('is in the report, filled in, with the whole content of its files', () => {
    const [plain, suite] = report.suites;
    expect(plain).toMatchObject({ path: 'plain', metadata: null });
    expect(suite).toMatchObject({
      path: 'suite',
      metadata: {
        model: 'm-1',
        prompt: '7',
        run: { id: report.run_id, list: [1, null, true] },
        rules_file: { path: './grading.md', content: `${LARGE}***\n` },
        schema_file: { path: '../other.json', content: '{"a": "${uuid}"}' },
      },
    });
  });

  test('holds no secret, whatever its keys are called', () => {
    expect(report.suites[1]?.metadata).toMatchObject({ mode: 'with ***' });
    expect(text).not.toContain(SECRET);
  });

  test('is that of a twin as well', () => {
    const [, suite, twin] = report.suites;
    expect([twin?.path, twin?.metadata]).toEqual(['suite@nobody', suite?.metadata]);
  });
});

test('files that cannot be kept are told all at once, each where it is named', async () => {
  const metadata =
    'metadata:\n  a_file: none.md\n  b_file: latin.md\n  c_file: .\n  d_file: big.md\n';
  const files = projectFiles({ suite: `${metadata}${target('ok')}`, scenarios: { a: ECHO } });
  await withFiles({ ...files, 'big.md': 'x'.repeat(1024 * 1024 + 1) }, async (cwd) => {
    await writeFile(join(cwd, 'latin.md'), Buffer.from('caf\xe9', 'latin1'));
    const { code, stdout, stderr } = await runCli(['run', '.'], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.match(/^suite\.yaml:.*/gm)).toEqual([
      'suite.yaml:2:11: the file cannot be read: no such file',
      'suite.yaml:3:11: the file is not UTF-8: the byte at offset 3 is invalid',
      'suite.yaml:4:11: the file cannot be read: it is a folder',
      'suite.yaml:5:11: the file is too large: it has 1,048,577 bytes, at most 1,048,576 are read',
    ]);
  });
});
