import { expect, test } from 'vitest';
import type { Diagnostic } from '../model/diagnostic.ts';
import { writtenSecrets } from '../scenario/secrets.ts';
import { sourceFile } from '../scenario/test-rig.ts';
import { showable } from './refusal.ts';

const SECRET = 'literal-secret-123';
const TEXT = `target:
  url: http://example.org/mcp
  headers: { Authorization: "Bearer ${SECRET}", X-Short: abc, X-Env: "\${env.LONG_TOKEN}" }
clients: { other: { headers: { X-Key: another-secret-4 } } }
`;

test('the headers that a suite writes out are secret, whole and behind their scheme', () => {
  const file = sourceFile(TEXT, 'suite.yaml');
  expect(writtenSecrets(file)).toEqual([
    `Bearer ${SECRET}`,
    SECRET,
    ...Array(2).fill('another-secret-4'),
  ]);
  expect(writtenSecrets(sourceFile('a: [', 'suite.yaml'))).toEqual([]);
});

test('a mistake shows neither, and still marks its place', () => {
  const file = sourceFile(TEXT, 'suite.yaml');
  const start = TEXT.indexOf('X-Short');
  const place = { file, span: { start, end: start + 7 } };
  const told: Diagnostic = {
    code: 'bad_value',
    problem: `must not be ${SECRET}`,
    nearest: null,
    place,
  };
  const [shown] = showable([told], writtenSecrets(file));
  const text = shown?.place?.file.text ?? '';
  expect(JSON.stringify(shown)).not.toContain('secret');
  expect(text.slice(start, start + 7)).toBe('X-Short');
  expect(text).toHaveLength(TEXT.length);
  expect(shown).toMatchObject({ problem: 'must not be ***' });
});
