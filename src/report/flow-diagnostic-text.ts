import type { Diagnostic, DiagnosticCode, SavedBy } from '../model/diagnostic.ts';
import { say, type Wording } from './wording.ts';
import { quoted, someOf } from './words.ts';

type ByCode = { readonly [C in DiagnosticCode]: Extract<Diagnostic, { code: C }> };
type Code =
  | 'not_started'
  | 'unknown_client'
  | 'no_probe'
  | 'unknown_scenario'
  | 'unknown_rule'
  | 'unknown_placeholder';

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
  unknown_placeholder: (d) => {
    const { lacking, savedBy } = d;
    if (lacking !== undefined) {
      const cases = `${lacking.length === 1 ? 'case' : 'cases'} ${someOf(lacking, 12)}`;
      const verb = lacking.length === 1 ? 'has' : 'have';
      return say(
        `not every case knows \${${d.name}}: ${cases} ${verb} no ${quoted(d.name.replace('case.', ''))}`,
        'each case is a run of its own, and needs every value that is used',
      );
    }
    if (savedBy !== undefined && d.nearest === null) {
      return say(`\${${d.name}} has no value here yet`, savedLater(savedBy));
    }
    return say(
      `nothing is known by the name \${${d.name}}`,
      ...(d.nearest === null ? [] : [`did you mean \${${d.nearest}}?`]),
      ...(savedBy === undefined
        ? []
        : [`${quoted(d.nearest ?? d.name)} is ${savedLater(savedBy)}`]),
      ...(d.elsewhere === undefined ? [] : [elsewhereHint(d.elsewhere)]),
      d.known.length === 0 ? NOTHING_KNOWN : `known: ${someOf(d.known, 12)}`,
    );
  },
  unknown_scenario: (d) =>
    say(
      `the suite has no scenario ${quoted(d.name)}`,
      ...(d.nearest === null ? [] : [`did you mean ${quoted(d.nearest)}?`]),
    ),
  unknown_rule: (d) =>
    say(
      `the contract of the suite has no rule ${quoted(d.name)}`,
      d.known.length === 0 ? 'it demands nothing' : `it has: ${d.known.join(', ')}`,
    ),
};

const NOTHING_KNOWN =
  'nothing is known here: there are no "vars", and no step before saves a value';

function savedLater({ phase, index }: SavedBy): string {
  const word = phase === 'sequence' ? '' : `${phase} `;
  return `saved by ${word}step ${index + 1}, known from ${word}step ${index + 2} on`;
}

function elsewhereHint(path: string): string {
  return `${path} has a value of this name, but each scenario has its own: none sees another's`;
}
