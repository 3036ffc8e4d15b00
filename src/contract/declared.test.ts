import { expect, test } from 'vitest';
import type { Declaration, Declared } from '../model/execution.ts';
import { checkDeclared } from './declared.ts';
import { tool } from './test-rig.ts';

const WORDS: readonly Declared[] = ['never', 'conditional', 'always', 'unknown'];

function declaring(change: Partial<Declaration>): Declaration {
  return { llm: 'never', externalApi: 'never', providers: [], problems: [], ...change };
}

test('both words must be known, whichever they are', () => {
  for (const llm of WORDS) {
    for (const externalApi of WORDS) {
      const declaration = declaring({ llm, externalApi });
      const isOpen = llm === 'unknown' || externalApi === 'unknown';
      expect(checkDeclared([{ tool: tool('t'), declaration }])).toEqual(
        isOpen ? [{ tool: 't', code: 'undeclared', problems: [] }] : [],
      );
    }
  }
});

test('why one could not be read is told with it', () => {
  const problems = [{ code: 'version_unknown', found: 2 }] as const;
  const declaration = declaring({ llm: 'unknown', problems });
  const good = { tool: tool('good'), declaration: declaring({}) };
  expect(checkDeclared([good, { tool: tool('t'), declaration }])).toEqual([
    { tool: 't', code: 'undeclared', problems },
  ]);
});

test('providers that could not be read are not declared, though both words are', () => {
  const problems = [{ code: 'providers_malformed', found: null }] as const;
  const declaration = declaring({ externalApi: 'conditional', problems });
  expect(checkDeclared([{ tool: tool('t'), declaration }])).toHaveLength(1);
});
