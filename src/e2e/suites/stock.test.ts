import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { calls, runProject, statuses } from '../reported.ts';

const require = createRequire(import.meta.url);
const FILESYSTEM = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const EVERYTHING = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');

describe('the filesystem server', () => {
  const suite = `target: { command: ${process.execPath}, args: ["${FILESYSTEM}", "\${tmp}"] }\n`;

  test('files that are written, read, searched and listed', async () => {
    const run = await runProject({
      suite,
      scenarios: {
        round_trip: `
description: What was written can be read back, and is listed.
tool_sequence:
  - tool: create_directory
    args: { path: "\${tmp}/notes" }
  - tool: write_file
    args: { path: "\${tmp}/notes/one.txt", content: "alpha\\nbeta\\ngamma\\n" }
    expect: { contains: Successfully wrote }
  - tool: read_text_file
    args: { path: "\${tmp}/notes/one.txt", head: 2 }
    expect: { contains: ["alpha\\nbeta"], not_contains: gamma }
  - tool: edit_file
    args:
      path: "\${tmp}/notes/one.txt"
      edits: [{ oldText: gamma, newText: delta }]
  - tool: read_text_file
    args: { path: "\${tmp}/notes/one.txt", tail: 2 }
    expect: { matches: '^delta\\n' }
  - tool: list_directory
    args: { path: "\${tmp}" }
    expect: { contains: "[DIR] notes", not_contains: one.txt }
  - tool: search_files
    args: { path: "\${tmp}", pattern: "**/*.txt" }
    expect: { contains: "\${tmp}/notes/one.txt" }
expected_not_contains: Error
`,
        own_folder: calls('list_allowed_directories', '{}', 'expected_contains: "${tmp}"'),
        fresh_folder: calls(
          'get_file_info',
          '{ path: "${tmp}/notes" }',
          '    expect: { error: { channel: tool, contains: ENOENT } }',
        ),
        outside: calls(
          'read_text_file',
          '{ path: /etc/hostname }',
          '    expect: { error: { channel: tool, contains: "outside allowed directories" } }',
        ),
      },
    });
    expect(run.code, run.stdout).toBe(0);
    expect(run.report.summary).toMatchObject({ passed: 4, tool_calls: 10 });
  });

  test('what must be red is', async () => {
    const run = await runProject({
      suite,
      scenarios: {
        absent_file: calls('read_text_file', '{ path: "${tmp}/none" }', 'expected_contains: none'),
        unknown_tool: calls('read_txt_file', '{ path: x }', '    expect: { error: true }'),
        misspelt: calls('read_text_file', '{ path: x, haed: 1 }', '    expect: { error: true }'),
        wrong_text: `
tool_sequence:
  - tool: write_file
    args: { path: "\${tmp}/a.txt", content: "Harbor Kickoff" }
  - tool: read_text_file
    args: { path: "\${tmp}/a.txt" }
expected_contains: ["Harbor kickoff", "Harbor Kickoff"]
`,
      },
    });
    expect(run.code).toBe(1);
    expect(run.report.summary).toMatchObject({ failed: 4, errored: 0, tool_calls: 3 });
    expect(run.of('absent_file').code).toBe('unexpected_error');
    expect(run.of('unknown_tool').code).toBe('unknown_tool');
    expect(run.of('misspelt').code).toBe('bad_arguments');
    expect(run.of('wrong_text').assertions.map(({ status }) => status)).toEqual([
      'failed',
      'passed',
    ]);
    expect(run.stdout).toContain('did you mean "read_text_file"');
    expect(run.stdout).toContain('unknown property "haed" (did you mean "head"?)');
    expect(run.stdout).toContain('ENOENT: no such file or directory');
  });
});

describe('the everything server', () => {
  const suite = `target: { command: ${process.execPath}, args: ["${EVERYTHING}"] }\nisolation: suite\n`;

  test('texts, numbers, pictures, resources and progress', async () => {
    const run = await runProject({
      suite,
      scenarios: {
        echo: calls('echo', '{ message: "héllo" }', 'expected_contains: "Echo: héllo"'),
        sum: `vars: { a: 2 }\n${calls(
          'get-sum',
          '{ a: "${vars.a}", b: 0.5 }',
          "expected_matches: '\\b2\\.5\\b'",
        )}`,
        structured: calls(
          'get-structured-content',
          '{ location: Chicago }',
          'expected_contains: [temperature, humidity]',
        ),
        picture: calls('get-tiny-image', '{}', 'expected_contains: MCP logo'),
        resource: calls(
          'get-resource-reference',
          '{ resourceType: Text, resourceId: 7 }',
          'expected_contains: ["Resource 7: This is a plaintext resource", "dynamic/text/7"]',
        ),
        slow: calls(
          'trigger-long-running-operation',
          '{ duration: 0.1, steps: 2 }',
          'expected_contains: "Steps: 2"',
        ),
      },
    });
    expect(run.code, run.stdout).toBe(0);
    expect(run.report.summary).toMatchObject({ passed: 6, tool_calls: 6 });
  });

  test('what must not be green is not', async () => {
    const run = await runProject({
      suite,
      scenarios: {
        wrong: calls('get-sum', '{ a: 2, b: 2 }', 'expected_contains: "5"'),
        type: calls('get-sum', '{ a: "2", b: 2 }', '    expect: { error: true }'),
        choice: calls(
          'get-structured-content',
          '{ location: Boston }',
          '    expect: { error: true }',
        ),
        slow: calls(
          'trigger-long-running-operation',
          '{ duration: 30, steps: 100 }',
          '    timeout_ms: 200',
          '    expect: { error: true }',
        ),
      },
    });
    expect(run.code).toBe(1);
    expect(statuses(run.report)).toEqual({
      wrong: 'failed',
      type: 'failed',
      choice: 'failed',
      slow: 'errored',
    });
    expect(run.of('slow').code).toBe('timeout');
    expect(run.of('type').message).toContain('/a must be number');
    expect(run.of('choice').message).toContain('"New York", "Chicago", "Los Angeles"');
    expect(run.of('wrong').message).toContain('expected  "5"');
  });
});
