import { expect, test } from 'vitest';
import { NO_MASK } from './redact.ts';
import { findReporter } from './registry.ts';
import { runEvents } from './sample-run.ts';

test.each(['pretty', 'json'])('%s', (name) => {
  const found = findReporter(name);
  if (found.kind !== 'found') throw new Error('not found');
  const reporter = found.create({
    version: '1.2.3',
    colour: false,
    terminalWidth: null,
    mask: NO_MASK,
    verbosity: 'normal',
  });
  const told = runEvents([]).map((event) => reporter.event(event));
  expect(told.join('')).toBe('');
});

test.each(['junit', 'github', 'markdown'])('%s is known', (name) => {
  expect(findReporter(name)).toEqual({ kind: 'not_yet' });
});

test.each(['xml', '', 'constructor', '__proto__'])('%j is unknown', (name) => {
  expect(findReporter(name)).toEqual({ kind: 'unknown', known: ['pretty', 'json'] });
});
