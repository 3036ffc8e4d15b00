import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDeclaration } from './declaration.ts';
import { readObservation } from './observation.ts';
import { dig, KEY, nearlyRight, parsed } from './test-rig.ts';

const WORDS = ['never', 'conditional', 'always', 'unknown'];

test('any tool is read: as never only for the exact word under the exact key and version', () => {
  let never = 0;
  const tools = nearlyRight({
    llm: [...WORDS, 'never', 'never', 'never'],
    externalApi: [...WORDS, 'never', 'never', 'never'],
    externalApiProviders: [[], [], ['a'], ['a', 'b']],
  });
  const property = fc.property(tools, (tool) => {
    const { llm, externalApi, providers, problems } = readDeclaration(tool, KEY);
    const at = (name: string) => dig(tool, '_meta', KEY, name);
    const exact = at('schemaVersion') === 1;
    const named = ![undefined, '[]'].includes(JSON.stringify(at('externalApiProviders')));
    expect(llm === 'never').toBe(exact && at('llm') === 'never');
    expect(externalApi === 'never').toBe(exact && at('externalApi') === 'never' && !named);
    expect(WORDS).toEqual(expect.arrayContaining([llm, externalApi]));
    const told = exact && at('llm') === 'unknown' && at('externalApi') === 'unknown';
    if (llm === 'unknown' && externalApi === 'unknown' && !told) expect(problems).not.toEqual([]);
    if (externalApi === 'never') expect(providers).toEqual([]);
    if (llm === 'never' && externalApi === 'never') never += 1;
  });
  fc.assert(property, { numRuns: 3000 });
  expect(never).toBeGreaterThan(100);
});

test('any result is read: a flag is what stands under the exact key and version, or null', () => {
  let complete = 0;
  const flags = [true, false];
  const results = nearlyRight({ llmInvoked: flags, externalApiAttempted: flags });
  const property = fc.property(results, (result) => {
    const observation = readObservation(result, KEY);
    const flag = (name: string) => {
      const value = dig(result, '_meta', KEY, name);
      const exact = dig(result, '_meta', KEY, 'schemaVersion') === 1;
      return exact && typeof value === 'boolean' ? value : null;
    };
    const { kind, llmInvoked, externalApiAttempted, problems } = observation;
    expect(llmInvoked).toBe(flag('llmInvoked'));
    expect(externalApiAttempted).toBe(flag('externalApiAttempted'));
    const readable = llmInvoked !== null && externalApiAttempted !== null;
    expect(kind === 'present').toBe(readable || problems.length > 0);
    expect(readable && problems.length > 0).toBe(false);
    if (kind === 'absent') expect(dig(result, '_meta', KEY)).toBe(undefined);
    if (readable) complete += 1;
  });
  fc.assert(property, { numRuns: 3000 });
  expect(complete).toBeGreaterThan(300);
});

test('any JSON under any key is unknown, or no observation', () => {
  const property = fc.property(fc.object(), fc.string(), (value, key) => {
    const raw = parsed(JSON.stringify(value));
    const { llm, externalApi } = readDeclaration(raw, key);
    expect([llm, externalApi]).toEqual(['unknown', 'unknown']);
    const observation = readObservation(raw, key);
    expect(observation.problems).toHaveLength(observation.kind === 'present' ? 1 : 0);
  });
  fc.assert(property, { numRuns: 500 });
});
