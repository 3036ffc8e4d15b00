import { unreachable } from '../model/result.ts';
import type { ShapeFault, Wanted } from '../model/tool-shape.ts';
import { cutMiddle } from './truncate.ts';
import { valueText } from './value-text.ts';
import { oneOf, quoted } from './words.ts';

const FOUND = 80;
const PATH = 120;

/** What is wrong with a part of a tool. */
export function faultText({ path, wanted, found }: ShapeFault): string {
  const what = path === '' ? 'the entry' : cutMiddle(path, PATH);
  return found === undefined
    ? `${what} is not there, and must be ${wantedText(wanted)}`
    : `${what} is ${valueText(found, FOUND)}, and must be ${wantedText(wanted)}`;
}

function wantedText(wanted: Wanted): string {
  switch (wanted) {
    case 'text':
      return 'a text';
    case 'boolean':
      return 'true or false';
    case 'object':
      return 'an object';
    case 'list':
      return 'a list';
    default:
      return typeof wanted === 'object' ? oneOf(wanted.oneOf.map(quoted)) : unreachable(wanted);
  }
}
