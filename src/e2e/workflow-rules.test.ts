import { describe, expect, test } from 'vitest';
import {
  findTroubles,
  parseWorkflow,
  readWorkflowText,
  type WorkflowName,
} from './workflow-rules.ts';

const texts = { ci: await readWorkflowText('ci'), nightly: await readWorkflowText('nightly') };

describe('the rules', () => {
  test.each(['ci', 'nightly'] as const)('%s keeps them', (name) => {
    expect(findTroubles(name, parseWorkflow(texts[name]))).toEqual([]);
  });

  const HERMETIC = '--judge required --max-duration 900';
  const cases: [says: string, name: WorkflowName, find: string, instead: string][] = [
    ['workflow triggers', 'ci', '  pull_request:', '  pull_request_target:'],
    ['workflow triggers', 'nightly', '  schedule:', '  push:\n  schedule:'],
    ['workflow permissions', 'ci', 'contents: read', 'contents: write'],
    ['workflow shell', 'nightly', '    shell: bash', '    shell: sh'],
    ['workflow concurrency', 'nightly', 'in-progress: false', 'in-progress: true'],
    [
      'jobs.test.steps.2.env.A secret',
      'ci',
      'npm ci\n      - run: npm test',
      'npm ci\n        env: { A: "${{ secrets.A }}" }\n      - run: npm test',
    ],
    [
      'jobs.ecnl.if secret',
      'nightly',
      `if: contains(fromJSON('["15 9`,
      `if: secrets.A != '' && contains(fromJSON('["15 9`,
    ],
    [
      'jobs.verdict.continue-on-error continues',
      'nightly',
      '    if: always()',
      '    if: always()\n    continue-on-error: true',
    ],
    ['static timeout', 'ci', '    timeout-minutes: 15\n', ''],
    ['test uncapped', 'ci', 'run scenarios/ --max-duration 300', 'run scenarios/'],
    ['hermetic room', 'nightly', HERMETIC, HERMETIC.replace('900', '1500')],
    [
      'ecnl condition',
      'nightly',
      `if: contains(fromJSON('["15 9`,
      `if: env.A && contains(fromJSON('["15 9`,
    ],
    [
      'hermetic own settings',
      'nightly',
      '    timeout-minutes: 30',
      '    permissions: write-all\n    timeout-minutes: 30',
    ],
    ['static.0 action', 'ci', 'actions/checkout@v6', 'actions/checkout@main'],
    ['static.0 credentials', 'ci', 'credentials: false', 'credentials: true'],
    ['hermetic.3 swallows', 'nightly', HERMETIC, `${HERMETIC} | tee log`],
    ['hermetic.3 swallows', 'nightly', HERMETIC, `${HERMETIC} || true`],
    ['hermetic.3 swallows', 'nightly', HERMETIC, `${HERMETIC}; exit 0`],
    ['verdict.0 swallows', 'nightly', 'test "$RESULTS" = "$expected"', ': "$RESULTS"'],
    ['test.3 branches', 'ci', 'run: npm test', 'run: if npm test; then echo good; fi'],
    ['hermetic.3 expression', 'nightly', HERMETIC, `${HERMETIC} -g \${{ inputs.part }}`],
    ['test.3 own settings', 'ci', 'run: npm test', 'run: npm test\n        if: success()'],
  ];
  test.each(cases)('%s can be broken (%s: %s)', (says, name, find, instead) => {
    const changed = texts[name].replace(find, () => instead);
    expect(changed).not.toBe(texts[name]);
    expect(findTroubles(name, parseWorkflow(changed))).toContain(says);
  });
});
