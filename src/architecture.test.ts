import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { violations } from './architecture/rules.ts';
import { scan } from './architecture/scan.ts';
import { limits, rooms } from './architecture/table.ts';

const src = import.meta.dirname;

test('the source keeps the rules', () => {
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'));
  const files = paths.map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }));

  expect(files.length).toBeGreaterThan(3);
  expect(judge(Object.fromEntries(files.map(({ path, text }) => [path, text])))).toEqual([]);
});

describe('each rule can fail', () => {
  const cases: Record<string, { files: Record<string, string>; broken: string[] }> = {
    'a file that does not parse': {
      files: { 'run/a.ts': 'const = 1;' },
      broken: ['run/a.ts:1 syntax'],
    },
    'a room that is not in the table': {
      files: { 'attic/a.ts': '', 'loose.ts': '' },
      broken: ['attic/a.ts:1 rooms', 'loose.ts:1 rooms'],
    },
    'model takes from nobody': {
      files: {
        'model/a.ts': `import type { B } from '../run/b.ts';
import { sep } from 'node:path';
import type { Document } from 'yaml';`,
      },
      broken: ['model/a.ts:1 rooms', 'model/a.ts:3 packages', 'model/a.ts:2 builtins'],
    },
    'a forbidden room, however it is imported': {
      files: {
        'report/a.ts': `import { b } from '../run/b.ts';
import '../run/b.ts';
export { b } from '../run/b.ts';
const c = await import('../run/b.ts');
type D = import('../run/b.ts').D;
type E = typeof import('../run/b.ts');
import {
  type F,
} from '../model/f.ts';`,
      },
      broken: [1, 2, 3, 4, 5, 6].map((line) => `report/a.ts:${line} rooms`),
    },
    'run knows of target one file, and only its types': {
      files: {
        'run/good.ts': "import type { Connection } from '../target/connection.ts';",
        'run/value.ts': "import { connect } from '../target/connection.ts';",
        'run/inline.ts': "import { type Connection } from '../target/connection.ts';",
        'run/other.ts': "import type { Stdio } from '../target/stdio.ts';",
      },
      broken: ['run/value.ts:1 rooms', 'run/inline.ts:1 rooms', 'run/other.ts:1 rooms'],
    },
    'app takes types from everywhere, values from four': {
      files: {
        'app/a.ts': `import type { A } from '../target/a.ts';
import { run } from '../run/run.ts';
import { connect } from '../target/a.ts';`,
      },
      broken: ['app/a.ts:3 rooms'],
    },
    'shipped code does not lean on tests and benchmarks': {
      files: {
        'run/a.ts': `import { rig } from './a.test.ts';
import { median } from '../bench/measure.ts';`,
        'run/a.test.ts': "import { connect } from '../target/stdio.ts';",
        'e2e/cli.ts': "import { connect } from '../target/stdio.ts';",
      },
      broken: ['run/a.ts:1 rooms', 'run/a.ts:2 rooms'],
    },
    'packages stay in their homes': {
      files: {
        'cli/program.ts': "import { Command } from 'commander';",
        'run/a.ts': `import { Command } from 'commander';
import { parse } from 'yaml';
import Ajv from 'ajv/dist/2020.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import pc from 'picocolors';
import { distance } from 'fastest-levenshtein';
import isNumber from 'is-number';
import fs from 'fs';`,
        'run/nearest.ts': "import { distance } from 'fastest-levenshtein';",
        'scenario/parse.ts': "import { parse } from 'yaml';",
        'e2e/a.test.ts': "import { Command } from 'commander';",
      },
      broken: [
        ...[1, 2, 3, 4, 5, 6, 7, 8].map((line) => `run/a.ts:${line} packages`),
        'scenario/parse.ts:1 packages',
        'e2e/a.test.ts:1 packages',
      ],
    },
    'the Anthropic SDK waits for import()': {
      files: {
        'judge/anthropic.ts': `import type Anthropic from '@anthropic-ai/sdk';
const { default: Late } = await import('@anthropic-ai/sdk');
import Early from '@anthropic-ai/sdk';`,
        'judge/judge.ts': "const sdk = await import('@anthropic-ai/sdk');",
      },
      broken: ['judge/anthropic.ts:3 packages', 'judge/judge.ts:1 packages'],
    },
    'pure rooms do no IO': {
      files: {
        'assert/a.ts': "import { join } from 'node:path';\nimport { readFileSync } from 'node:fs';",
        'assert/a.test.ts': "import { readFileSync } from 'node:fs';",
      },
      broken: ['assert/a.ts:2 builtins'],
    },
    'console nowhere, process in few places': {
      files: {
        'main.ts': 'process.exitCode = 1;\nconsole.log(1);',
        'run/a.test.ts': 'spyOn(console); process.pid;',
        'run/test-rig.ts': 'process.pid;',
        'target/process-tree.ts': 'process.kill(1);',
        'run/a.ts': `// process.exit() and console.log in a comment
const text = 'process.exit() console.log';
const event = { process: 1, console() {} };
event.process; event.console();
process.exit();
globalThis.process.exit();
export type Env = typeof process.env;
import { env } from 'node:process';`,
      },
      broken: ['main.ts:2 globals', ...[5, 6, 7, 8].map((line) => `run/a.ts:${line} globals`)],
    },
    'circles, of types too': {
      files: {
        'run/a.ts': "import { b } from './b.ts';",
        'run/b.ts': "\nimport type { C } from './c.ts';",
        'run/c.ts': "import { a } from './a.ts';",
        'run/d.ts': "import { a } from './a.ts';",
        'model/self.ts': "import type { Self } from './self.ts';",
      },
      broken: ['run/c.ts:1 circles', 'model/self.ts:1 circles'],
    },
    'barrels, written either way': {
      files: {
        'run/a.ts': "export { b } from './b.ts';",
        'run/c.ts': "import { d } from './d.ts';\nexport { d };",
        'run/e.ts': "export const e = 1;\nexport * from './b.ts';",
        'run/f.ts': "export { b } from './b.ts';\nexport const f = 1;",
      },
      broken: ['run/a.ts:1 barrels', 'run/c.ts:1 barrels', 'run/e.ts:2 barrels'],
    },
    'names without a meaning': {
      files: {
        'run/utils.ts': '',
        'run/helpers/a.ts': '',
        'run/index.ts': '',
        'run/common.test.ts': '',
      },
      broken: [
        'run/utils.ts:1 names',
        'run/helpers/a.ts:1 names',
        'run/index.ts:1 names',
        'run/common.test.ts:1 names',
      ],
    },
    'any, but not the word': {
      files: {
        'run/a.ts': `// any
export const any = 'any';
export const f = (x: unknown): x is { any: string } => x === any;
export const g = (x: any[]) => x as any;`,
      },
      broken: ['run/a.ts:4 any', 'run/a.ts:4 any'],
    },
    'a file over the cap': {
      files: {
        'run/a.test.ts': '//\n'.repeat(limits.fileLines + 1),
        'run/b.ts': '//\n'.repeat(10),
      },
      broken: [`run/a.test.ts:${limits.fileLines + 1} sizes`],
    },
    'a median file that is long': {
      files: { 'run/a.ts': '//\n'.repeat(limits.medianFileLines), 'run/a.test.ts': '' },
      broken: [':0 sizes'],
    },
    'functions that are long, when they are more than a tenth': {
      files: {
        'run/a.ts': `\n${functionOf(limits.functionLines90th)}${functionOf(3).repeat(8)}`,
        'run/b.ts': functionOf(3).repeat(9),
        'report/a.ts': functionOf(limits.functionLines90th).replace(
          'function',
          'export const a = function',
        ),
      },
      broken: ['run/a.ts:2 sizes', 'report/a.ts:1 sizes'],
    },
  };

  test.each(Object.entries(cases))('%s', (_, { files, broken }) => {
    expect(judge(files).map((line) => line.split(': ')[0])).toEqual(broken);
  });
});

test('a violation says where, which rule and what', () => {
  expect(judge({ 'run/a.ts': "\nimport type { S } from '../target/stdio.ts';" })).toEqual([
    'run/a.ts:2 rooms: run may not import types of target/stdio.ts',
  ]);
});

test('the table of rooms names only rooms', () => {
  const named = Object.values(rooms).flatMap((access) => Object.keys(access));
  expect(named.filter((room) => room !== '*' && !rooms[room])).toEqual([]);
});

function judge(files: Record<string, string>): string[] {
  const facts = Object.entries(files).map(([path, text]) => scan({ path, text }));
  return violations(facts).map(
    ({ path, line, rule, message }) => `${path}:${line} ${rule}: ${message}`,
  );
}

function functionOf(lines: number): string {
  return `function f() {${'\n'.repeat(lines - 1)}}\n`;
}
