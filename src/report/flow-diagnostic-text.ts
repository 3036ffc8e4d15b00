import type { Diagnostic, DiagnosticCode } from '../model/diagnostic.ts';
import { say, type Wording } from './wording.ts';
import { quoted, someOf } from './words.ts';

type ByCode = { readonly [C in DiagnosticCode]: Extract<Diagnostic, { code: C }> };
type Code = 'not_started' | 'unknown_client' | 'no_probe' | 'unknown_scenario';

/** Mistakes that show once a suite and its scenarios are seen together. */
export const FLOW_WORDS: { readonly [C in Code]: (diagnostic: ByCode[C]) => Wording } = {
  not_started: (d) =>
    say(
      `${quoted(d.key)} needs a server that the runner starts, and this target runs already`,
      'give the target a "command"',
    ),
  unknown_client: (d) =>
    say(
      `the suite has no client ${quoted(d.name)}`,
      ...(d.nearest === null ? [] : [`did you mean ${quoted(d.nearest)}?`]),
      d.known.length === 0
        ? 'write it into the "clients" of suite.yaml'
        : `it has: ${someOf(d.known, 12)}`,
    ),
  no_probe: () =>
    say(
      'the suite has no "state", so the state cannot be read',
      'say in suite.yaml how: state: { resource: … }, or a tool, a command or a dir',
    ),
  unknown_scenario: (d) =>
    say(
      `the suite has no ${d.name.startsWith('contract.') ? 'rule' : 'scenario'} ${quoted(d.name)}`,
      ...(d.nearest === null ? [] : [`did you mean ${quoted(d.nearest)}?`]),
    ),
};
