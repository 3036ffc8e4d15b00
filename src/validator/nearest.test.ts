import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest, nearestAll, nearestTypo } from './nearest.ts';

describe('nearest', () => {
  it.each([
    ['expected_contain', 'expected_contains'],
    ['expectedContains', 'expected_contains'],
    ['EXPECTED-CONTAINS', 'expected_contains'],
    ['tol_sequence', 'tool_sequence'],
    ['nmae', 'name'],
    ['tag', 'tags'],
    ['nam', 'name'],
    ['ie', 'id'],
    ['n-a-m-e-s', 'name'],
  ])('%s is most likely %s', (word, expected) => {
    const keys = ['id', 'name', 'tool_sequence', 'expected_contains', 'expected_matches', 'tags'];
    expect(nearest(word, keys)).toBe(expected);
  });

  it.each(['asserts', 'x', '', '_', 'colour'])('"%s" is like none', (word) => {
    expect(nearest(word, ['name', 'tags', 'b', '', 'y'])).toBeNull();
  });

  it('does not compare endless words', () => {
    expect(nearest('a'.repeat(100_000), ['a'.repeat(99_999)])).toBeNull();
  });

  it('prefers the spelling that is nearer when both differ in style only', () => {
    expect(nearest('max_results', ['MaxResults', 'max-results'])).toBe('max-results');
  });

  it('gives the near ones once each, nearest first, at most as many as asked for', () => {
    const tools = ['find_events', 'find_event', 'list_teams', 'find_vents', 'find_events'];
    expect(nearestAll('find_evnt', tools, 5)).toEqual(['find_event', 'find_events', 'find_vents']);
    expect(nearestAll('find_evnt', tools, 1)).toEqual(['find_event']);
  });

  it('is total, and only ever names a candidate', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (word, candidates) => {
        const found = nearest(word, candidates);
        expect(found === null || candidates.includes(found)).toBe(true);
      }),
    );
  });
});

describe('nearestTypo', () => {
  it('takes a slip of the fingers, not another word of the same family', () => {
    expect(nearestTypo('confrence', ['conference'])).toBe('conference');
    expect(nearestTypo('startTime', ['start_time'])).toBe('start_time');
    expect(nearest('start_time', ['start_date'])).toBe('start_date');
    expect(nearestTypo('start_time', ['start_date'])).toBeNull();
  });
});
