import { describe, expect, test } from 'vitest';
import { nearestPointer } from './nearest-pointer.ts';

const RESULT = {
  content: [{ type: 'text', text: '' }],
  structuredContent: { planId: 7, rows: [{ Id: 1, 'a/b': 2 }], plan: { owner: { name: 'x' } } },
};

describe('for a pointer that finds nothing', () => {
  test.each([
    ['/structuredContent/planid', '/structuredContent/planId'],
    ['/structured_content/plan_id', '/structuredContent/planId'],
    ['/structuredcontent/rows/0/id', '/structuredContent/rows/0/Id'],
    ['/content/0/txt', '/content/0/text'],
    ['/structuredContent/rows/0/a~1B', '/structuredContent/rows/0/a~1b'],
    // As far as it goes.
    ['/structuredcontent/seats', '/structuredContent'],
    // What stands elsewhere.
    ['/planId', '/structuredContent/planId'],
    ['/result/rows/0/Id', '/structuredContent/rows/0/Id'],
    ['/structuredContent/owner/name', '/structuredContent/plan/owner/name'],
    ['/a~1b', '/structuredContent/rows/0/a~1b'],
    ['/structuredContent/rows/7', null],
    ['/structuredContent/rows/7/Id', '/structuredContent/rows/0/Id'],
    ['/structuredContent/planId/0', null],
    ['/zzz', null],
    ['/', null],
  ])('%s: %s', (pointer, near) => {
    expect(nearestPointer(RESULT, pointer)).toBe(near);
  });

  test('not for one that finds something, or is none', () => {
    expect(nearestPointer(RESULT, '/structuredContent')).toBeNull();
    expect(nearestPointer(RESULT, 'planId')).toBeNull();
  });

  test('a wide or a deep value does not hold it up', () => {
    const wide = Array.from({ length: 100_000 }, (_, at) => ({ at }));
    expect(nearestPointer(wide, '/zzz')).toBeNull();
    let deep: unknown = 1;
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
    expect(nearestPointer(deep as never, '/zzz')).toBeNull();
  });
});
