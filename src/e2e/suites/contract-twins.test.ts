import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json.ts';
import { withDiary } from '../diary.ts';
import { withFiles } from '../drive.ts';
import { contractIn, LISTS, type Listing, listings, rulesOf } from '../listings.ts';
import { filesOfProjects, type Reported, runReported } from '../reported.ts';
import { SLOW_MS, told } from '../steps.ts';

const SOUND = { fine: {}, other: {} };
const UNHINTED = { fine: { annotations: null }, other: {} };
const READS = { read_only: 'verified', samples: { fine: {}, other: {} } };

/** On a server with other tools, these must fail. */
const twin = (tools: JsonObject, ...must_fail: string[]) => ({
  env: { TOOLS: JSON.stringify(tools) },
  must_fail,
});

const suite = (twins: JsonObject, tools: JsonObject = SOUND): Listing => ({
  tools,
  contract: { ...LISTS, ...READS },
  suite: { twins },
  expect: { state: 'unchanged' },
});

const DIES = { does: 'crash' };
/** It says that it only reads, and not all that it should. */
const HALF_HINTED = { annotations: { readOnlyHint: true } };

const ALL: Readonly<Record<string, Listing>> = {
  caught: suite({
    unhinted: twin(UNHINTED, 'contract.hints'),
    writes: twin({ fine: { does: 'count' }, other: {} }, 'contract.read_only', 'caught'),
    doubled: twin({ ...SOUND, more: { name: 'fine' } }, 'contract.list'),
    bare: twin(
      { fine: { outputSchema: null, _meta: null }, other: {} },
      ...['contract.output_schema', 'contract.execution'],
    ),
  }),
  surviving: suite({
    same: twin({ other: {}, fine: {} }, 'contract.hints'),
    partly: twin(UNHINTED, 'contract.hints', 'contract.execution', 'contract.output_schema'),
    elsewhere: twin(UNHINTED, 'contract.output_schema'),
    nothing: twin({}, 'contract.hints'),
    doubled: twin({ ...SOUND, more: { name: 'fine' } }, 'contract.hints'),
    listed: twin(UNHINTED, 'contract.list'),
  }),
  untold: suite({
    dying: twin({ fine: {}, other: DIES }, 'contract.read_only'),
    half: twin({ fine: HALF_HINTED, other: DIES }, 'contract.hints', 'contract.read_only'),
    dead: { command: process.execPath, args: ['-e', ''], must_fail: ['contract.hints'] },
  }),
  unsound: suite({ silent: twin({ ...UNHINTED, more: {} }, 'contract.hints') }, UNHINTED),
};

describe('a twin that names rules of the contract', () => {
  let run: Reported;

  beforeAll(async () => {
    const files = filesOfProjects(listings(ALL));
    await withDiary((diary) =>
      withFiles(files, async (cwd) => {
        run = await runReported(cwd, ['--twins'], { env: diary.env });
        expect(run.stderr).toBe('');
        await diary.expectNobodyLeft(21);
      }),
    );
  }, SLOW_MS);

  /** The contract of the suite on the sound server, and on its twins. */
  const of = (folder: string, twin = '') => contractIn(run, folder, twin === '' ? '' : `@${twin}`);
  const toldOf = (folder: string, twin: string) =>
    [of(folder, twin).code ?? of(folder, twin).status, ...rulesOf(of(folder, twin))].join(' ');

  test('is caught when all of them fail, and the others do not count', () => {
    expect(of('caught').status).toBe('passed');
    expect(toldOf('caught', 'unhinted')).toBe('passed hints: failed');
    expect(toldOf('caught', 'writes')).toBe('passed read_only: failed');
    expect(toldOf('caught', 'doubled')).toBe('passed list: failed');
    expect(toldOf('caught', 'bare')).toBe('passed output_schema: failed execution: failed');
    expect(told(run.of('caught@writes'))).toBe('passed: state@0');
    expect(run.of('caught@writes').twin).toEqual({ name: 'writes', of: 'caught/caught.yaml' });
    expect(of('caught', 'bare').twin).toEqual({ name: 'bare', of: 'caught/suite.yaml' });
    expect([of('caught').twin, run.of('caught').twin]).toEqual([undefined, undefined]);
    const names = run.report.scenarios.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('caught@'))).toEqual(['caught@writes']);
  });

  test('survives when one of them holds, and that one is named', () => {
    expect(toldOf('surviving', 'same')).toBe('twin_survived hints: passed');
    expect(toldOf('surviving', 'partly')).toBe(
      'twin_survived hints: failed output_schema: passed execution: passed',
    );
    // Nothing is broken there but the list itself.
    expect(toldOf('surviving', 'nothing')).toBe('twin_survived hints: failed');
    expect(toldOf('surviving', 'elsewhere')).toBe('twin_survived output_schema: passed');
    const none = 'none of those that must';
    for (const [twin, rules, failed] of [
      ['same', '"contract.hints" must fail, and it holds', none],
      [
        'partly',
        '"contract.output_schema" and "contract.execution" must fail, and they hold',
        'contract.hints',
      ],
      ['elsewhere', '"contract.output_schema" must fail, and it holds', none],
      ['listed', '"contract.list" must fail, and it holds', none],
      ['doubled', '"contract.hints" must fail, and it holds', 'contract.list'],
    ] as const) {
      const survived = of('surviving', twin);
      expect(survived.status).toBe('failed');
      const lines = survived.message?.split('\n') ?? [];
      expect(lines[0]).toBe(`the broken twin "${twin}" survived: on it ${rules}`);
      expect(lines[1]).toMatch(new RegExp(`^failed +${failed}$`));
      // The place is the twin's, and not that of the rules.
      const at = lines.find((line) => line.startsWith('at '));
      expect(at).toMatch(/^at surviving\/suite.yaml:\d+:\d+$/);
    }
    const places = ['same', 'partly'].map((twin) =>
      of('surviving', twin).message?.match(/^at .*/m),
    );
    expect(String(places[0])).not.toBe(String(places[1]));
  });

  test('is errored when one of them is, though another fails', () => {
    expect(toldOf('untold', 'dying')).toBe('connection_lost read_only: errored');
    expect(toldOf('untold', 'half')).toBe('connection_lost hints: failed read_only: errored');
    expect(toldOf('untold', 'dead')).toBe('start_failed hints: not_evaluated');
    for (const twin of ['dying', 'half', 'dead']) expect(of('untold', twin).status).toBe('errored');
  });

  test('proves nothing of a contract that is red on the sound server', () => {
    expect(of('unsound')).toMatchObject({ status: 'failed', code: 'contract_violation' });
    expect(toldOf('unsound', 'silent')).toBe('twin_unproven');
    expect(of('unsound', 'silent').status).toBe('failed');
    expect(run.code).toBe(1);
  });
});
