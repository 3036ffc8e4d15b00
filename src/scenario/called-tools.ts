import type { Contract, Sampling, SkippedCall, UnfitStep } from '../model/contract.ts';
import type { Place, SourceFile } from '../model/source.ts';
import { stepsOf } from './check-steps.ts';
import { booleanAt, jsonAt, objectAt, stringAt } from './read.ts';
import { childOf, type Tree } from './tree.ts';
import { parseYaml } from './yaml.ts';

/** A scenario file as far as it could be read. */
interface ReadFile {
  readonly file: SourceFile;
  readonly tree: Tree | undefined;
}

/** A step that calls a tool. */
interface Calling {
  readonly tool: string;
  readonly step: Tree;
  readonly place: Place;
  /** A scenario that is skipped calls nothing. */
  readonly isSkipped: boolean;
  /** Its scenario speaks as several clients. */
  readonly needsHttp: boolean;
}

/**
 * A contract with what its scenarios call, whichever of them this run selects; `unselected` are the
 * others. A sample of its own wins over a step.
 */
export function completeContract(
  contract: Contract | null,
  selected: readonly ReadFile[],
  unselected: () => readonly SourceFile[],
): Contract | null {
  if (contract === null) return null;
  const others = unselected().map((file): ReadFile => {
    const tree = parseYaml(file, 'scenario');
    return { file, tree: tree.ok ? tree.value : undefined };
  });
  const calls = [...selected, ...others].flatMap(callsOf);
  const sampled = new Set(contract.samples.map(({ tool }) => tool));
  const readers = calls.filter(({ step }) => changesNothing(step));
  const bySteps = readers
    .filter((call) => obstacle(call) === undefined)
    .map(({ tool, step, place }): Sampling => {
      return { tool, args: objectAt(step, 'args'), own: false, place };
    })
    .filter(({ tool }) => !sampled.has(tool) && sampled.add(tool));
  return {
    ...contract,
    called: calledTools(calls),
    calledOverHttp: filesOf(calls.filter(({ isSkipped, needsHttp }) => !isSkipped && needsHttp)),
    skipped: filesOf(calls.filter(({ isSkipped }) => isSkipped)),
    samples: [...contract.samples, ...bySteps],
    unfit: readers.flatMap((call): UnfitStep[] => {
      const because = obstacle(call);
      return because === undefined ? [] : [{ tool: call.tool, because, place: call.place }];
    }),
  };
}

/** All steps of a scenario that is there, set-up and teardown included. */
function callsOf({ file, tree }: ReadFile): readonly Calling[] {
  const isSkipped = childOf(tree, 'skip') !== undefined;
  const steps = stepsOf(tree);
  const needsHttp = steps.some((step) => childOf(step, 'client') !== undefined);
  return steps.flatMap((step): Calling[] => {
    const tool = stringAt(step, 'tool');
    const span = childOf(step, 'tool')?.span ?? step.span;
    return tool === null ? [] : [{ tool, step, isSkipped, needsHttp, place: { file, span } }];
  });
}

function calledTools(calls: readonly Calling[]): readonly string[] {
  const names = calls
    .filter(({ isSkipped, needsHttp }) => !isSkipped && !needsHttp)
    .filter(({ step }) => !booleanAt(step, 'unlisted'))
    .map(({ tool }) => tool);
  return [...new Set(names)];
}

function filesOf(calls: readonly Calling[]): readonly SkippedCall[] {
  return calls
    .filter(({ step }) => !booleanAt(step, 'unlisted'))
    .map(({ tool, place }) => ({ tool, file: place.file.path }));
}

function changesNothing(step: Tree): boolean {
  return jsonAt(childOf(step, 'expect'), 'state') === 'unchanged';
}

const SPECIAL = ['client', 'invalid_args', 'unlisted', 'elicitation', 'sampling'];

/**
 * Why the call of a step cannot be made by itself: null, because its scenario is skipped, or what it
 * has that belongs to its scenario. Undefined: it says all that there is to say of the call.
 */
function obstacle({ step, isSkipped }: Calling): string | null | undefined {
  if (isSkipped) return null;
  const error = jsonAt(childOf(step, 'expect'), 'error');
  if (error !== undefined && error !== false) return 'error';
  const key = SPECIAL.find((each) => childOf(step, each) !== undefined);
  return key ?? /\$\{[^}"]*\}?/.exec(JSON.stringify(objectAt(step, 'args')))?.[0];
}
