import type { Contract, ToolFinding } from '../model/contract.ts';
import type { ListedTool } from '../model/outcome.ts';

/** With what its scenarios call on such a target; on one without HTTP some are skipped. */
export function onTransport(contract: Contract, overHttp: boolean): Contract {
  const { called, calledOverHttp, skipped } = contract;
  return overHttp
    ? { ...contract, called: [...called, ...calledOverHttp.map(({ tool }) => tool)] }
    : { ...contract, skipped: [...skipped, ...calledOverHttp] };
}

/** Tools that are listed and that no scenario calls. */
export function checkCoverage(
  tools: readonly ListedTool[],
  { called, skipped }: Pick<Contract, 'called' | 'skipped'>,
): readonly ToolFinding[] {
  const open = tools.map(({ name }) => name).filter((name) => !called.includes(name));
  return open.map((tool) => {
    const files = skipped.filter((call) => call.tool === tool).map(({ file }) => file);
    return { tool, code: 'never_called', skipped: [...new Set(files)] };
  });
}
