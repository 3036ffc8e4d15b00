import type { Trouble, TwinRules, Unfound } from '../model/trouble.ts';
import type { Explained } from './explained.ts';
import { noTool } from './tool-text.ts';
import { allOf, plural, quoted, statusWord } from './words.ts';

type ByCode = { readonly [C in Trouble['code']]: Extract<Trouble, { code: C }> };
type Code =
  | 'probe_failed'
  | 'tool_is_listed'
  | 'arguments_fit'
  | 'poll_not_read_only'
  | 'not_saved'
  | 'unsaved_value'
  | 'twin_survived'
  | 'runs_skipped'
  | 'twin_unproven'
  | 'files_failed';

type FlowTrouble = ByCode[Code];

/** Trouble of steps that carry state from one to the next, of twins and of repeated scenarios. */
export function flowTroubleText(trouble: FlowTrouble): Explained {
  switch (trouble.code) {
    case 'probe_failed':
      return probeFailed(trouble);
    case 'tool_is_listed':
      return say(
        `the server lists the tool ${quoted(trouble.tool)}, and the step says "unlisted: true"; it was not called`,
        'if the tool may be listed, remove "unlisted"',
      );
    case 'arguments_fit':
      return say(
        `the arguments fit the input schema of ${quoted(trouble.tool)}, and the step says "invalid_args: true"; it was not called`,
        'if they may fit, remove "invalid_args"',
      );
    case 'poll_not_read_only':
      return say(
        `${quoted(trouble.tool)} is to be polled, and does not say that it only reads; it was not called`,
        'only a tool with "readOnlyHint: true" may be called again and again',
      );
    case 'not_saved':
      return notSaved(trouble.unfound);
    case 'unsaved_value':
      return say(`\${vars.${trouble.name}} has no value, because ${whyUnsaved(trouble)}`);
    case 'twin_survived':
      return twinSurvived(trouble);
    case 'runs_skipped':
      return say(
        `${trouble.skipped} of ${plural(trouble.times, 'run')} ended without anything evaluated, so nobody can tell`,
      );
    case 'twin_unproven':
      return say(
        `the broken twin ${quoted(trouble.twin)} says nothing here: without the fault it does not pass either, it is ${quoted(statusWord(trouble.status))}`,
        'make it pass on the sound server first; until then it was not run on the twin',
      );
    case 'files_failed':
      return because("the scenario's files could not be put into ${tmp}", trouble.detail);
  }
}

function whyUnsaved({ lacking }: ByCode['unsaved_value']): string {
  return lacking ? 'what was saved has no such part' : 'the step that saves it was not reached';
}

function probeFailed({ detail, missing, nearest }: ByCode['probe_failed']): Explained {
  const title = 'the state of the server could not be read';
  const hints = ['the suite\'s "state" says how it is read'];
  if (missing === undefined) return because(title, detail, [...meantHint(nearest), ...hints]);
  const none = noTool(missing);
  const facts = [{ kind: 'plain', label: 'reason', text: none.title } as const, ...none.facts];
  return { title, facts, hints: [...none.hints, ...hints] };
}

function notSaved(unfound: readonly Unfound[]): Explained {
  const names = unfound.map(({ name }) => quoted(name));
  const isOne = unfound.length === 1;
  return {
    title: `there is no value to save as ${allOf(names)}`,
    facts: unfound.map(({ name, detail, nearest }) => ({
      kind: 'plain',
      label: 'reason',
      text: isOne ? detail : [`${name}: ${detail}`, ...meantHint(nearest)].join(', '),
    })),
    hints: isOne ? unfound.flatMap(({ nearest }) => meantHint(nearest)) : [],
  };
}

function meantHint(nearest: string | null | undefined): string[] {
  return nearest == null ? [] : [`did you mean ${quoted(nearest)}?`];
}

const UNTOLD = 'a run that tells nothing about the server catches nothing: only "failed" counts';

function twinSurvived({ twin, status, rules }: ByCode['twin_survived']): Explained {
  if (rules !== undefined && rules.held.length > 0) return rulesHeld(twin, rules);
  const what = rules === undefined ? 'scenario' : 'contract';
  return say(
    `the broken twin ${quoted(twin)} survived: on it this ${what} must fail, and it is ${quoted(statusWord(status))}`,
    status === 'passed'
      ? 'add a check on what this twin breaks, or see that it is broken at all'
      : UNTOLD,
  );
}

function rulesHeld(twin: string, { held, failed }: TwinRules): Explained {
  const holds = held.length === 1 ? 'it holds' : 'they hold';
  const { title, hints } = say(
    `the broken twin ${quoted(twin)} survived: on it ${allOf(held.map(quoted))} must fail, and ${holds}`,
    'see that this twin breaks what the rule looks at',
  );
  const text = failed.length === 0 ? 'none of those that must' : allOf(failed);
  return { title, facts: [{ kind: 'plain', label: 'failed', text }], hints };
}

function because(title: string, reason: string, hints: readonly string[] = []): Explained {
  return { title, facts: [{ kind: 'plain', label: 'reason', text: reason }], hints };
}

function say(title: string, ...hints: readonly string[]): Explained {
  return { title, facts: [], hints };
}
