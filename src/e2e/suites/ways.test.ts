import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, runCli, withFiles } from '../drive.ts';
import { calls, server } from '../reported.ts';

const FIXTURES = join(ROOT, 'dist', 'fixtures');
const UPSTREAM = { ecnl: ['EVENTS_API_URL', 'events'], nwsl: ['NWSL_API_URL', 'matches'] } as const;

type Name = keyof typeof UPSTREAM;

const WAYS: Readonly<Record<string, (name: Name) => object>> = {
  http: (name) => ({
    isolation: 'session',
    target: {
      command: 'node',
      args: [join(FIXTURES, name, 'http.js')],
      url: 'http://127.0.0.1:${port}/mcp',
      env: { PORT: '${port}', ...stub(name) },
    },
  }),
  module: (name) => ({ target: { module: join(FIXTURES, name, 'module.js'), env: stub(name) } }),
};

function stub(name: Name): Record<string, string> {
  const [variable, upstream] = UPSTREAM[name];
  return { [variable]: `\${upstreams.${upstream}.url}` };
}

/** The example suite with another target; JSON is YAML. */
function suiteText(name: Name, way: string): string {
  const text = readFileSync(join(ROOT, 'scenarios', name, 'suite.yaml'), 'utf8');
  const rest = text.slice(text.indexOf('\n\n', text.indexOf('target:')));
  const keys = Object.entries(WAYS[way]?.(name) ?? {});
  return `${keys.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join('')}${rest}`;
}

describe('the same files', () => {
  test.each<Name>(['ecnl', 'nwsl'])('%s: pass over HTTP and in-process', async (name) => {
    await withFiles({}, async (folder) => {
      for (const way of ['http', 'module']) {
        cpSync(join(ROOT, 'scenarios', name), join(folder, way), { recursive: true });
        writeFileSync(join(folder, way, 'suite.yaml'), suiteText(name, way));
      }
      const run = await runCli(['run', '.', '--reporter', 'json'], { cwd: folder });
      const report = JSON.parse(run.stdout);
      const bad = report.scenarios.filter((each: { status: string }) => each.status !== 'passed');
      expect(bad).toEqual([]);
      expect(run.code).toBe(0);
      const transports = report.suites.map(
        (suite: { target: { transport: string } }) => suite.target.transport,
      );
      expect(transports).toEqual(['http', 'module']);
    });
  });

  test('an mcpServers file: by the suite and by the command line, its values masked', async () => {
    const secret = 'value-of-the-file-77';
    const entry = { ...server('env'), env: { TEAM_TOKEN: '${GIVEN}', PLAIN: secret } };
    const files = {
      'mcp.json': JSON.stringify({ mcpServers: { ours: entry, other: { command: 'nothing' } } }),
      'suite/suite.yaml': 'target: { mcp_config: ../mcp.json, server: ours }\n',
      'suite/a.yaml': `name: a\n${calls('env', '{}', `expected_contains: ${secret}`)}`,
      'bare/b.yaml': `name: b\n${calls('env', '{}', 'expected_contains: given-0123')}`,
    };
    await withFiles(files, async (cwd) => {
      const env = { GIVEN: 'given-0123' };
      const [named, chosen, unset, unknown] = await Promise.all([
        runCli(['run', 'suite', '--verbose'], { cwd, env }),
        runCli(['run', 'bare', '--mcp-config', 'mcp.json', '--server', 'ours', '--verbose'], {
          cwd,
          env,
        }),
        runCli(['run', 'suite'], { cwd }),
        runCli(['run', 'bare', '--mcp-config', 'mcp.json', '--server', 'our'], { cwd, env }),
      ]);
      expect([named.code, chosen.code, unset.code, unknown.code]).toEqual([0, 0, 2, 2]);
      expect(named.stdout + chosen.stdout).not.toMatch(/value-of-the-file|given-0123/);
      expect(chosen.stdout).toContain(':"***"');
      expect(unset.stderr).toContain(
        'the environment variable GIVEN, which "../mcp.json" names, is not set',
      );
      expect(unknown.stderr).toContain('did you mean "ours"?');
    });
  });
});
