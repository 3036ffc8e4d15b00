import type { Contract, Sampling } from '../model/contract.ts';
import type { JsonObject } from '../model/json.ts';
import type { SourceFile } from '../model/source.ts';
import { stepsOf } from './check-steps.ts';
import { booleanAt, jsonAt, objectAt, stringAt } from './read.ts';
import { childOf, type Tree } from './tree.ts';
import { parseYaml } from './yaml.ts';

/** A scenario file as far as it could be read. */
interface ReadFile {
  readonly file: SourceFile;
  readonly tree: Tree | undefined;
}

/**
 * A contract with what its scenarios call, whichever of them this run selects; `unselected` are the
 * texts of the others. A sample of its own wins over a step.
 */
export function completeContract(
  contract: Contract | null,
  selected: readonly ReadFile[],
  unselected: () => readonly string[],
): Contract | null {
  if (contract === null) return null;
  const others = unselected().map((text): ReadFile => {
    const { file } = contract.place;
    const tree = parseYaml({ ...file, text }, 'scenario');
    return { file, tree: tree.ok ? tree.value : undefined };
  });
  const sampled = new Set(contract.samples.map(({ tool }) => tool));
  const bySteps = [
    ...sampledBySteps(selected),
    ...sampledBySteps(others).map((sampling) => ({ ...sampling, place: contract.place })),
  ].filter(({ tool }) => !sampled.has(tool) && sampled.add(tool));
  return {
    ...contract,
    called: calledTools([...selected, ...others]),
    samples: [...contract.samples, ...bySteps],
  };
}

/** The tools that the steps of some scenario call, set-up and teardown included. */
function calledTools(files: readonly ReadFile[]): readonly string[] {
  const steps = files.flatMap(({ tree }) => runSteps(tree));
  const names = steps
    .filter((step) => !booleanAt(step, 'unlisted'))
    .flatMap((step) => stringAt(step, 'tool') ?? []);
  return [...new Set(names)];
}

/**
 * Calls that may verify a tool: steps that say `state: unchanged`, expect no error and need nothing
 * of other steps.
 */
function sampledBySteps(files: readonly ReadFile[]): readonly Sampling[] {
  return files.flatMap(({ file, tree }) =>
    runSteps(tree).flatMap((step): Sampling[] => {
      const tool = stringAt(step, 'tool');
      const expect = childOf(step, 'expect');
      const isReader = jsonAt(expect, 'state') === 'unchanged' && isUnset(jsonAt(expect, 'error'));
      const args = objectAt(step, 'args');
      if (tool === null || !isReader || !isPlain(step, args)) return [];
      const span = childOf(step, 'tool')?.span ?? step.span;
      return [{ tool, args, own: false, place: { file, span } }];
    }),
  );
}

function isUnset(error: unknown): boolean {
  return error === undefined || error === false;
}

/** It says all that there is to say of the call. */
function isPlain(step: Tree, args: JsonObject): boolean {
  const special = ['client', 'invalid_args', 'unlisted', 'elicitation', 'sampling'];
  const isUsual = special.every((key) => childOf(step, key) === undefined);
  return isUsual && !JSON.stringify(args).includes('${');
}

/** A scenario that is skipped calls nothing. */
function runSteps(tree: Tree | undefined): readonly Tree[] {
  return tree === undefined || childOf(tree, 'skip') !== undefined ? [] : stepsOf(tree);
}
