import type { Declaration, DeclarationProblem, Declared } from '../model/execution.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { extensionOf, memberOf, missingField } from './extension.ts';

const MARKS = ['llm', 'externalApi'];
const WORDS: readonly string[] = ['never', 'conditional', 'always', 'unknown'];
const BOOLEAN = /^(true|false)$/i;

interface Read<T> {
  readonly value: T;
  readonly problem: DeclarationProblem | null;
}

/**
 * What a tool of `tools/list` declares. Total: whatever the JSON is, only the exact word under the
 * exact key and version is read as `never`; all else is `unknown`, with the reason.
 */
export function readDeclaration(tool: JsonObject, metadataKey: string): Declaration {
  const places = [{ path: ['annotations'], value: memberOf(tool, 'annotations') }];
  const extension = extensionOf(tool, metadataKey, { marks: MARKS, places });
  if (!extension.ok) {
    return { llm: 'unknown', externalApi: 'unknown', providers: [], problems: [extension.error] };
  }
  const llm = readWord(extension.value, 'llm');
  const providers = readProviders(memberOf(extension.value, 'externalApiProviders'));
  const externalApi = withProviders(readWord(extension.value, 'externalApi'), providers);
  return {
    llm: llm.value,
    externalApi: externalApi.value,
    providers: providers.value,
    problems: [llm.problem, externalApi.problem, providers.problem].filter(isProblem),
  };
}

function readWord(extension: JsonObject, field: 'llm' | 'externalApi'): Read<Declared> {
  const found = memberOf(extension, field);
  if (found === undefined) return unread(missingField(extension, field));
  if (typeof found !== 'string' || BOOLEAN.test(found)) {
    return unread({ code: 'field_malformed', field, found });
  }
  if (!isWord(found)) return unread({ code: 'unknown_word', field, found });
  return { value: found, problem: null };
}

function unread(problem: DeclarationProblem): Read<Declared> {
  return { value: 'unknown', problem };
}

/** All or none: a list of which a part can be read would hide the rest. */
function readProviders(found: JsonValue | undefined): Read<readonly string[]> {
  if (found === undefined) return { value: [], problem: null };
  if (isNames(found)) return { value: found, problem: null };
  return { value: [], problem: { code: 'providers_malformed', found } };
}

/** A `never` beside providers, or beside what may have been meant as some, is not sure. */
function withProviders(
  word: Read<Declared>,
  { value, problem }: Read<readonly string[]>,
): Read<Declared> {
  if (word.value !== 'never') return word;
  if (value.length > 0) return unread({ code: 'never_with_providers', providers: value });
  return problem === null ? word : { value: 'unknown', problem: null };
}

function isProblem(problem: DeclarationProblem | null): problem is DeclarationProblem {
  return problem !== null;
}

function isWord(text: string): text is Declared {
  return WORDS.includes(text);
}

function isNames(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '');
}
