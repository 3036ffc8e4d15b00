import type { MissingTool } from '../model/trouble.ts';
import type { Explained } from './explained.ts';
import { oneOf, plural, quoted, someOf } from './words.ts';

const TOOLS = 20;

/** A tool that the server does not list, and what it lists. */
export function noTool({ tool, nearest, listed }: MissingTool): Explained {
  const list =
    listed.length === 0
      ? 'no tools at all'
      : `${plural(listed.length, 'tool')}: ${someOf(listed, TOOLS)}`;
  return {
    title: `the server has no tool ${quoted(tool)}`,
    facts: [{ kind: 'plain', label: 'listed', text: list }],
    hints: nearest.length === 0 ? [] : [`did you mean ${oneOf(nearest.map(quoted))}?`],
  };
}
