import { err, ok, type Result } from '../model/result.ts';
import type { Assertion, Route, RouteBody } from '../model/suite.ts';
import type { Trouble } from '../model/trouble.ts';
import { isBlank } from '../model/visible.ts';
import { expand, expandText, expandTexts, type Scope } from '../scenario/interpolate.ts';

/** Expected texts with their values. One that comes out empty would match everything. */
export function expandAssertions(
  assertions: readonly Assertion[],
  scope: Scope,
): Result<readonly Assertion[], Trouble> {
  const expanded: Assertion[] = [];
  for (const assertion of assertions) {
    const texts = textsOf(assertion).map((text) => ({ text, value: expandText(text, scope) }));
    const isEmpty = assertion.kind === 'judge' ? isBlank : (text: string) => text === '';
    const empty = texts.find(({ value }) => isEmpty(value));
    if (empty !== undefined) {
      return err({ code: 'missing_value', expected: empty.text, place: assertion.place });
    }
    expanded.push(
      withTexts(
        assertion,
        texts.map(({ value }) => value),
      ),
    );
  }
  return ok(expanded);
}

/** The texts of an assertion that may hold placeholders. */
function textsOf(assertion: Assertion): readonly string[] {
  if (assertion.kind === 'matches') return [];
  if (assertion.kind !== 'error') return [assertion.expected];
  return assertion.expected.want === 'none' ? [] : assertion.expected.contains;
}

function withTexts(assertion: Assertion, texts: readonly string[]): Assertion {
  if (assertion.kind === 'matches') return assertion;
  if (assertion.kind !== 'error') return { ...assertion, expected: texts[0] ?? '' };
  if (assertion.expected.want === 'none') return assertion;
  return { ...assertion, expected: { ...assertion.expected, contains: texts } };
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
