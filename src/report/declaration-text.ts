import type {
  Declaration,
  DeclarationProblem,
  Dimension,
  Observation,
  ObservationProblem,
  PolicyBreach,
  Violation,
} from '../model/execution.ts';
import type { JsonObject } from '../model/json.ts';
import { unreachable } from '../model/result.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Explained, Fact } from './explained.ts';
import { valueText } from './value-text.ts';
import { oneOf, plural, quoted, someOf } from './words.ts';

type Refused = Extract<Trouble, { readonly code: 'policy_violation' }>;

const FOUND = 80;
const NAMES = 5;
const TOOLS = 10;

/** Tools that must not be called, by what they declare. `inStep`: others may have been, before. */
export function explainBreaches(
  { breaches, metadataKey, claimed }: Refused,
  inStep: boolean,
): Explained {
  const [first] = breaches;
  const whom = breaches.length === 1 ? quoted(first?.tool ?? '') : plural(breaches.length, 'tool');
  const unknown = breaches.filter(({ violations }) => violations.some(isUndeclared));
  return {
    title: `the policy does not admit ${whom}; ${inStep ? 'it was not' : 'nothing was'} called`,
    facts: breaches.slice(0, TOOLS).flatMap((breach) => breachFacts(breach, claimed)),
    hints: [
      ...(breaches.length > TOOLS ? [`and ${plural(breaches.length - TOOLS, 'more tool')}`] : []),
      ...(unknown.some(({ unlisted }) => !unlisted) ? [DECLARES(metadataKey)] : []),
      ...(unknown.some(({ unlisted }) => unlisted) ? [UNLISTED] : []),
      ...(unknown.length > 0 ? ['"unknown: allow" in the policy lets pass what is not known'] : []),
    ],
  };
}

const DECLARES = (key: string) => `a tool declares it in its "_meta" under ${quoted(key)}`;
const UNLISTED =
  'a tool that is not listed can declare nothing; a step that expects "error: protocol" calls none, and is admitted';

function isUndeclared({ code }: Violation): boolean {
  return code === 'undeclared' || code === 'providers_unnamed';
}

function breachFacts(
  { tool, declaration, unlisted, violations }: PolicyBreach,
  claimed: boolean,
): readonly Fact[] {
  const told = violations.map((violation): Fact => {
    const text = `${quoted(tool)} ${violationText(violation, declaration, claimed)}`;
    return { kind: 'plain', label: 'tool', text };
  });
  if (unlisted) return [...told, { kind: 'plain', label: 'since', text: 'it is not listed' }];
  return [...told, ...declaration.problems.map((problem) => problemFact(problem))];
}

export function violationText(
  violation: Violation,
  declaration: Declaration,
  claimed: boolean,
): string {
  const says = claimed ? 'claims' : 'declares';
  return `${says} ${declaredText(violation, declaration)}; the policy ${demandText(violation)}`;
}

function declaredText(violation: Violation, { providers }: Declaration): string {
  const key = fieldOf(violation.dimension);
  switch (violation.code) {
    case 'undeclared':
      return `no ${key} that can be relied on`;
    case 'declared_use':
      return `"${key}": ${quoted(violation.declared)}`;
    case 'providers_unnamed':
      return `"${key}": ${quoted(violation.declared)}, and not which providers`;
    case 'providers_outside':
      return providersText(providers);
    default:
      return unreachable(violation);
  }
}

function demandText({ demanded }: Violation): string {
  if (demanded === 'never') return 'demands "never"';
  return `allows no ${demanded.length === 1 ? 'provider' : 'providers'} but ${namesText(demanded)}`;
}

function fieldOf(dimension: Dimension): string {
  return dimension === 'llm' ? 'llm' : 'externalApi';
}

export function providersText(names: readonly string[]): string {
  return `the ${names.length === 1 ? 'provider' : 'providers'} ${namesText(names)}`;
}

export function namesText(names: readonly string[]): string {
  return someOf(names.map(quoted), NAMES);
}

export function problemFact(problem: DeclarationProblem | ObservationProblem): Fact {
  return { kind: 'plain', label: 'since', text: problemText(problem) };
}

export function problemText(problem: DeclarationProblem | ObservationProblem): string {
  switch (problem.code) {
    case 'absent':
      return 'there is no declaration';
    case 'meta_malformed':
      return `"_meta" is no object: ${valueText(problem.found, FOUND)}`;
    case 'misplaced':
      return `it stands ${whereText(problem)}`;
    case 'malformed':
      return `it is no object: ${valueText(problem.found, FOUND)}`;
    case 'version_missing':
      return 'there is no "schemaVersion"';
    case 'version_malformed':
      return `"schemaVersion" is no number: ${valueText(problem.found, FOUND)}`;
    case 'version_unknown':
      return `"schemaVersion" is ${problem.found}, and only 1 is known`;
    case 'field_missing':
      return `there is no ${quoted(problem.field)}${nearText(problem.near)}`;
    case 'field_malformed':
      return `${quoted(problem.field)} is ${valueText(problem.found, FOUND)}, and must be ${oneOf(valuesOf(problem.field))}`;
    case 'unknown_word':
      return `${quoted(problem.field)} is ${valueText(problem.found, FOUND)}, which is none of its words`;
    case 'providers_malformed':
      return `"externalApiProviders" is no list of names: ${valueText(problem.found, FOUND)}`;
    case 'never_with_providers':
      return `"externalApi" is "never", and yet it names ${namesText(problem.providers)}`;
    default:
      return unreachable(problem);
  }
}

function whereText({ path, key }: Extract<DeclarationProblem, { code: 'misplaced' }>): string {
  const [first, name, ...rest] = path;
  if (first === undefined) return `beside "_meta" and not in it, under ${quoted(key)}`;
  if (first !== '_meta' || rest.length > 0) {
    return `at ${path.join('/')} and not in "_meta" under ${quoted(key)}`;
  }
  if (name === undefined) return `in "_meta" itself and not under ${quoted(key)}`;
  return `in "_meta" under ${quoted(name)} (did you mean ${quoted(key)}?)`;
}

function nearText(near: string | undefined): string {
  return near === undefined ? '' : ` (${quoted(near)}: a slip?)`;
}

function valuesOf(field: string): readonly string[] {
  return field === 'llm' || field === 'externalApi'
    ? ['"never"', '"conditional"', '"always"', '"unknown"']
    : ['true', 'false'];
}

export function declaredJson({ llm, externalApi, providers, problems }: Declaration): JsonObject {
  return {
    llm,
    external_api: externalApi,
    providers,
    ...(problems.length === 0 ? {} : { problems: problems.map(problemJson) }),
  };
}

export function observedJson(observation: Observation): JsonObject {
  const { kind, llmInvoked, externalApiAttempted, problems } = observation;
  return {
    kind,
    llm_invoked: llmInvoked,
    external_api_attempted: externalApiAttempted,
    ...(problems.length === 0 ? {} : { problems: problems.map(problemJson) }),
  };
}

function problemJson(problem: DeclarationProblem | ObservationProblem): JsonObject {
  return { code: problem.code, message: problemText(problem) };
}
