import type { Capability } from '../model/outcome.ts';

/** Small turns of phrase that every message shares. No locale: the same text on every machine. */

export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

export function plural(count: number, noun: string, nouns: string = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : nouns}`;
}

/** The status of a scenario, as people say it. */
export function statusWord(status: string): string {
  return status.replace('_', ' ');
}

export function quoted(text: string): string {
  return `"${text}"`;
}

export function duration(ms: number): string {
  const whole = Math.round(ms);
  if (whole < 1000) return `${whole} ms`;
  const tenths = Math.round(whole / 100);
  if (tenths < 600) return `${String(tenths / 10)} s`;
  const seconds = Math.round(whole / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The first of many, and how many more there are. */
export function someOf(items: readonly string[], limit: number): string {
  const shown = items.slice(0, limit).join(', ');
  const more = items.length - limit;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

export function oneOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

export function allOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** To whom a server lists fewer tools, and whom it cannot ask. */
const UNDECLARED =
  'no step scripts "elicitation" or "sampling", and there are no "roots": so the client declares none of them, and a server may list other tools or refuse; "elicitation: []" declares it';

export function undeclaredHint(undeclared: true | undefined): string[] {
  return undeclared ? [UNDECLARED] : [];
}

const SCRIPTS: { readonly [C in Capability]: string } = {
  elicitation:
    'no step scripts "elicitation", so the client does not declare it: write elicitation: [{ action: accept, content: { … } }] into the step, or [] to declare it without a prompt',
  sampling:
    'no step scripts "sampling", so the client does not declare it: write sampling: [{ text: "…" }] into the step',
  roots:
    'the scenario has no "roots", so the client does not declare them: write roots: [{ uri: "file://${tmp}", name: work }] into it',
};

/** What to write, so that the client declares it. */
export function declareHints(undeclared: readonly Capability[] = []): string[] {
  return undeclared.map((each) => SCRIPTS[each]);
}
