import {
  type Assertion,
  type ErrorExpectation,
  stateExpectation,
  type UpstreamExpectation,
} from '../model/check.ts';
import { isJsonObject, type JsonValue } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { Trouble } from '../model/trouble.ts';
import type { Route, RouteBody } from '../model/upstream.ts';
import { isBlank } from '../model/visible.ts';
import { expand, expandText, expandTexts, type Scope, unsavedIn } from '../scenario/interpolate.ts';

/** Expected texts and data with their values. A text that comes out empty would match everything. */
export function expandAssertions(
  assertions: readonly Assertion[],
  scope: Scope,
): Result<readonly Assertion[], Trouble> {
  const expanded: Assertion[] = [];
  for (const assertion of assertions) {
    const unsaved = unsavedOf(templateOf(assertion), scope);
    if (unsaved !== null) return err({ ...unsaved, place: assertion.place });
    const texts = textsOf(assertion).map((text) => ({ text, value: expandText(text, scope) }));
    const isEmpty = assertion.kind === 'judge' ? isBlank : (text: string) => text === '';
    const empty = texts.find(({ value }) => isEmpty(value));
    if (empty !== undefined) {
      return err({ code: 'missing_value', expected: empty.text, place: assertion.place });
    }
    const values = texts.map(({ value }) => value);
    const filled = withData(withTexts(assertion, values), scope);
    // Loading has refused what asks for nothing as it is written.
    if (asksNothing(filled)) {
      return err({ code: 'missing_value', expected: writtenOf(assertion), place: assertion.place });
    }
    expanded.push(filled);
  }
  return ok(expanded);
}

/** Names a value that no step has saved, or that lacks what is asked of it; null: there is none. */
export function unsavedOf(
  value: JsonValue,
  scope: Scope,
): Extract<Trouble, { code: 'unsaved_value' }> | null {
  const name = unsavedIn(value, scope);
  if (name === null) return null;
  const [root = ''] = name.split('.');
  const isThere = Object.hasOwn(scope.vars, root);
  return { code: 'unsaved_value', name, ...(isThere ? { lacking: true } : {}) };
}

/** All of it that may name a value. */
function templateOf(assertion: Assertion): JsonValue {
  return 'expected' in assertion ? (assertion.expected as JsonValue) : null;
}

/** The texts of an assertion that may hold placeholders and must not be empty. */
function textsOf(assertion: Assertion): readonly string[] {
  switch (assertion.kind) {
    case 'contains':
    case 'not_contains':
    case 'judge':
      return [assertion.expected];
    case 'error': {
      if (assertion.expected.want === 'none') return [];
      const { code, contains } = assertion.expected;
      return [...contains, ...(typeof code === 'string' ? [code] : [])];
    }
    case 'upstream': {
      const { path, query, headers } = assertion.expected;
      const texts = [...Object.values(query), ...Object.values(headers)];
      // One that is written empty is meant so.
      return [...(path === null ? [] : [path]), ...texts].filter((text) => text.includes('${'));
    }
    default:
      return [];
  }
}

/** `{}` matches whatever comes. */
function asksNothing(assertion: Assertion): boolean {
  switch (assertion.kind) {
    case 'structured':
    case 'json':
      return isEmptyObject(assertion.expected);
    case 'state':
      return assertion.expected.want === 'match' && isEmptyObject(assertion.expected.value);
    default:
      return false;
  }
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function writtenOf(assertion: Assertion): string {
  return 'expected' in assertion ? JSON.stringify(assertion.expected) : assertion.kind;
}

function withTexts(assertion: Assertion, texts: readonly string[]): Assertion {
  switch (assertion.kind) {
    case 'contains':
    case 'not_contains':
    case 'judge':
      return { ...assertion, expected: texts[0] ?? '' };
    case 'error':
      return assertion.expected.want === 'none'
        ? assertion
        : { ...assertion, expected: withContains(assertion.expected, texts) };
    default:
      return assertion;
  }
}

type WantedError = Extract<ErrorExpectation, { readonly want: 'error' }>;

/** Behind the texts that it contains there may be that of its code. */
function withContains(expected: WantedError, texts: readonly string[]): WantedError {
  return { ...expected, contains: texts.slice(0, expected.contains.length) };
}

function withData(assertion: Assertion, scope: Scope): Assertion {
  switch (assertion.kind) {
    case 'error':
      return assertion.expected.want === 'none'
        ? assertion
        : { ...assertion, expected: withCode(assertion.expected, scope) };
    case 'structured':
    case 'json':
      return { ...assertion, expected: expand(assertion.expected, scope) };
    case 'state':
      return assertion.expected.want === 'match'
        ? { ...assertion, expected: stateExpectation(expand(assertion.expected.value, scope)) }
        : assertion;
    case 'upstream':
      return { ...assertion, expected: expandExpectation(assertion.expected, scope) };
    default:
      return assertion;
  }
}

/** A number is another code than a text of digits, so it stays one. */
function withCode(expected: WantedError, scope: Scope): WantedError {
  const { code } = expected;
  if (typeof code !== 'string') return expected;
  const value = expand(code, scope);
  return { ...expected, code: typeof value === 'number' ? value : expandText(code, scope) };
}

function expandExpectation(expected: UpstreamExpectation, scope: Scope): UpstreamExpectation {
  return {
    ...expected,
    path: expected.path === null ? null : expandText(expected.path, scope),
    query: expandTexts(expected.query, scope),
    headers: expandTexts(expected.headers, scope),
    json: expected.json === undefined ? undefined : expand(expected.json, scope),
  };
}

/** A stub route with its values. */
export function expandRoute(route: Route, scope: Scope): Route {
  return {
    ...route,
    query: expandTexts(route.query, scope),
    match: route.match === null ? null : { json: expand(route.match.json, scope) },
    headers: expandTexts(route.headers, scope),
    body: expandBody(route.body, scope),
  };
}

function expandBody(body: RouteBody, scope: Scope): RouteBody {
  switch (body.kind) {
    case 'json':
      return { kind: 'json', value: expand(body.value, scope) };
    case 'text':
      return { kind: 'text', text: expandText(body.text, scope) };
    case 'none':
    case 'file':
      return body;
  }
}

/** The values of `vars`, which may name all but each other. */
export function expandVars(vars: Scope['vars'], scope: Scope): Scope['vars'] {
  const values = expand(vars, scope);
  return isJsonObject(values) ? values : {};
}
