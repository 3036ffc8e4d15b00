import type { JsonValue } from '../model/json.ts';
import type { Finding } from '../model/outcome.ts';
import type { ShapeFault } from '../model/tool-shape.ts';

const KEPT_PER_CODE = 20;
const MAX_LENGTH = 500;

/** Collects findings; a server that misbehaves without end costs bounded memory. */
export class FindingLog {
  #findings: Finding[] = [];
  #counts = new Map<Finding['code'], number>();

  add(finding: Finding): void {
    const count = (this.#counts.get(finding.code) ?? 0) + 1;
    this.#counts.set(finding.code, count);
    if (count <= KEPT_PER_CODE) this.#findings.push(clipped(finding));
  }

  odd(detail: string): void {
    this.add({ code: 'odd_message', detail });
  }

  /** The findings since the last time, and how many more there were. */
  take(): readonly Finding[] {
    const dropped = [...this.#counts]
      .filter(([, count]) => count > KEPT_PER_CODE)
      .map(([code, count]): Finding => {
        return {
          code: 'odd_message',
          detail: `and ${count - KEPT_PER_CODE} more findings ${code}`,
        };
      });
    const findings = [...this.#findings, ...dropped];
    this.#findings = [];
    this.#counts = new Map();
    return findings;
  }
}

function clipped(finding: Finding): Finding {
  switch (finding.code) {
    case 'stdout_noise':
      return { ...finding, line: clip(finding.line) };
    case 'unknown_content':
      return { ...finding, blockType: clip(finding.blockType) };
    case 'missing_content':
    case 'exit_code':
    case 'server_restarted':
    case 'other_list':
      return finding;
    case 'repeated_cursor':
      return { ...finding, cursor: clip(finding.cursor) };
    case 'duplicate_tool':
      return { ...finding, tool: clip(finding.tool) };
    case 'refused_tool':
      return { ...finding, tool: clip(finding.tool), fault: clippedFault(finding.fault) };
    case 'prompt_outside':
    case 'prompt_in_reading':
      return { ...finding, message: clip(finding.message) };
    case 'odd_message':
      return { ...finding, detail: clip(finding.detail) };
  }
}

function clippedFault({ path, wanted, found }: ShapeFault): ShapeFault {
  const fault = { path: clip(path), wanted };
  if (found === undefined) return fault;
  return { ...fault, found: JSON.stringify(found).length > MAX_LENGTH ? excerpt(found) : found };
}

function clip(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  return `${text.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

export function excerpt(value: JsonValue): string {
  return JSON.stringify(value).slice(0, 200);
}
