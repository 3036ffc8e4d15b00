import type { Contract, Sampling, ToolFinding } from '../model/contract.ts';
import type { ListedTool } from '../model/outcome.ts';
import { nearest } from '../validator/nearest.ts';
import { isReadOnly } from './hints.ts';

export interface Sampled {
  /** One call for each tool that says it only reads. */
  readonly calls: readonly Sampling[];
  readonly findings: readonly ToolFinding[];
}

/**
 * Which calls verify the tools that say they only read. A tool that once said so keeps its sample:
 * that it does not say so any more is told, and it is not called. A step that changes nothing claims
 * no such thing of its tool: it may be the dry run of one that writes.
 */
export function planSamples(
  all: readonly ListedTool[],
  { samples, unfit }: Pick<Contract, 'samples' | 'unfit'>,
): Sampled {
  const tools = all.filter(({ nameless }) => !nameless);
  const names = tools.map(({ name }) => name);
  const readers = tools.filter(isReadOnly).map(({ name }) => name);
  const sampled = samples.map(({ tool }) => tool);
  const written = samples.filter(({ own }) => own).map(({ tool }) => tool);
  const unlisted = written.filter((tool) => !names.includes(tool));
  const writers = written.filter((tool) => names.includes(tool) && !readers.includes(tool));
  return {
    calls: samples.filter(({ tool }) => readers.includes(tool)),
    findings: [
      ...unlisted.map((tool) => ({
        tool,
        code: 'sample_unlisted' as const,
        nearest: nearest(tool, names),
      })),
      ...writers.map((tool) => ({ tool, code: 'not_read_only' as const })),
      ...readers
        .filter((tool) => !sampled.includes(tool))
        .map((tool) => ({
          tool,
          code: 'no_sample' as const,
          unfit: unfit.filter((step) => step.tool === tool),
        })),
    ],
  };
}
