/** What a room may take from another: everything, only types, or only the types of one file. */
export type Access = 'all' | 'types' | { readonly typesOf: string };

/**
 * Each folder of src (and main.ts) with the rooms it may import. What is not listed is forbidden, a folder that is
 * not listed may not exist. `*` stands for every room.
 */
export const rooms: Readonly<Record<string, Readonly<Record<string, Access>>>> = {
  model: {},
  validator: { model: 'all' },
  scenario: { model: 'all', validator: 'all' },
  assert: { model: 'all', validator: 'all' },
  contract: { model: 'all', validator: 'all' },
  policy: { model: 'all', validator: 'all' },
  judge: { model: 'all' },
  target: { model: 'all' },
  upstream: { model: 'all', validator: 'all' },
  report: { model: 'all' },
  run: {
    model: 'all',
    validator: 'all',
    scenario: 'all',
    assert: 'all',
    contract: 'all',
    policy: 'all',
    target: { typesOf: 'target/connection.ts' },
    upstream: { typesOf: 'upstream/upstreams.ts' },
    judge: { typesOf: 'judge/judge.ts' },
  },
  app: { '*': 'types', model: 'all', scenario: 'all', run: 'all', report: 'all' },
  cli: { model: 'all', app: 'types', scenario: 'types', run: 'types' },
  main: { '*': 'all' },
};

/** Rooms that look at everything from outside; like test files they are exempt from the table above. */
export const outsideRooms: readonly string[] = ['architecture', 'bench', 'e2e'];

/** Tests, and the rig that the tests of a room share. They may also name `console`, to prove that nobody uses it. */
export const testFiles = /(\.test|(^|\/)test-rig)\.ts$/;

/** Rooms without IO, and the builtins that do none. */
export const pureRooms: readonly string[] = ['scenario', 'assert', 'contract', 'policy'];
export const pureBuiltins: readonly string[] = ['node:path', 'node:url', 'node:util'];

/** A package and the places that may import it; `lazy` only by `import()`, so that it costs nothing until needed. */
export type Home = {
  readonly package: RegExp;
  readonly files: RegExp;
  readonly lazy?: true;
};

/** The packages of the shipped code. Another one needs a line here: one home, chosen on purpose. */
export const homes: readonly Home[] = [
  { package: /^commander$/, files: /^cli\// },
  { package: /^string-argv$/, files: /^(app|cli|scenario)\/[^/]+\.ts$/ },
  { package: /^yaml$/, files: /^scenario\/(yaml|documents)(\.test)?\.ts$/ },
  { package: /^ajv(-formats)?$/, files: /^validator\// },
  { package: /^@modelcontextprotocol\//, files: /^(target|bench|e2e)\// },
  { package: /^eventsource-parser$/, files: /^target\// },
  { package: /^@anthropic-ai\/sdk$/, files: /^judge\/anthropic\.ts$/, lazy: true },
  { package: /^picocolors$/, files: /^report\/style\.ts$/ },
  { package: /^path-to-regexp$/, files: /^validator\/route\.ts$/ },
  { package: /^fastest-levenshtein$/, files: /^(?!model\/)(.+\/)?nearest\.ts$/ },
  { package: /^(vitest|fast-check)$/, files: /((\.test|\/test-rig)\.ts|^(e2e|bench)\/.+\.ts)$/ },
  { package: /^oxc-parser$/, files: /^architecture\/scan\.ts$/ },
];

/** Who may touch the process it runs in. */
export const processFiles = /^(main\.ts$|cli\/|target\/process[^/]*\.ts$)/;

/** Names that say nothing about what is inside. */
export const emptyNames = /^(utils?|helpers?|common|misc|index)$/;

export const limits = { fileLines: 250, medianFileLines: 120, functionLines90th: 45 } as const;
