import { expect, test } from 'vitest';
import type { Declared } from '../model/execution.ts';
import { checkClosedWorld } from './closed-world.ts';
import { tool } from './test-rig.ts';

const WORDS: readonly Declared[] = ['never', 'conditional', 'always', 'unknown'];

test('a world is not closed to which calls may leave, and what is unknown says nothing', () => {
  for (const openWorldHint of [true, false, 'false', null]) {
    for (const llm of WORDS) {
      for (const externalApi of WORDS) {
        const declaration = { llm, externalApi, providers: [], problems: [] };
        const each = { tool: tool('t', { annotations: { openWorldHint } }), declaration };
        const found = checkClosedWorld([each]).map((flaw) =>
          flaw.code === 'hint_belied' ? flaw.field : flaw.code,
        );
        const leaves = (word: Declared) => word === 'conditional' || word === 'always';
        const wanted = [leaves(llm) ? 'llm' : [], leaves(externalApi) ? 'externalApi' : []];
        expect(found).toEqual(openWorldHint === false ? wanted.flat() : []);
      }
    }
  }
});
