import fc from 'fast-check';
import type {
  Contradiction,
  Declaration,
  ExecutionEvidence,
  Observation,
  Policy,
  Violation,
} from '../model/execution.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { merge } from './decide.ts';

export const KEY = 'com.example/execution';

export const under = (extension: JsonValue): JsonObject => ({ _meta: { [KEY]: extension } });

export const NOTHING_SEEN: ExecutionEvidence = {
  llmRequests: 0,
  samplings: 0,
  apiCalls: [],
  tripwire: 0,
  network: 'open',
};

export const observes = (parts: Partial<Observation>): Observation => ({
  kind: 'present',
  llmInvoked: null,
  externalApiAttempted: null,
  isError: false,
  problems: [],
  ...parts,
});

/** Through the text, as it comes over the wire: `__proto__` becomes a member of its own. */
export const parsed = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error(text);
  return value;
};

/** Each value as the one argument of a test: an array would be spread. */
export const each = <T>(values: readonly T[]): [T][] => values.map((value) => [value]);

export function dig(value: JsonValue | undefined, ...path: readonly string[]) {
  let at = value;
  for (const name of path) at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** A message that is often nearly right: of the names and values that mean something here. */
export function nearlyRight(fields: Readonly<Record<string, readonly JsonValue[]>>) {
  const odd = fc.oneof(
    fc.constantFrom<JsonValue>(1, 2, '1', 'false', false, 'never', 'Never', null, [], ['a', 1]),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
  );
  const mostly = (arbitrary: fc.Arbitrary<JsonValue>, other: fc.Arbitrary<JsonValue> = odd) =>
    fc.oneof({ weight: 8, arbitrary }, { weight: 1, arbitrary: other });
  const members = Object.entries({ schemaVersion: [1], ...fields }).map(
    ([name, good]) => [name, mostly(fc.constantFrom(...good))] as const,
  );
  const extension = fc.record(Object.fromEntries(members));
  const part = fc
    .record(Object.fromEntries(members), { requiredKeys: [] })
    .map((some) => parsed(JSON.stringify(some)));
  const value = mostly(mostly(extension, part));
  const holder = fc.dictionary(fc.constantFrom(KEY, 'other', '_meta', '__proto__'), value);
  const lying = fc.oneof(holder, value);
  const meta = mostly(fc.record({ [KEY]: value, other: value }, { requiredKeys: [KEY] }), lying);
  const elsewhere = {
    annotations: lying,
    structuredContent: lying,
    content: mostly(fc.array(lying, { maxLength: 2 })),
    [KEY]: value,
  };
  return fc
    .record(
      { _meta: fc.option(meta, { freq: 8, nil: undefined }), ...elsewhere },
      { requiredKeys: ['_meta'] },
    )
    .map((raw): JsonObject => parsed(JSON.stringify(raw)));
}

export const nameOf = (one: Contradiction | Violation) =>
  'dimension' in one ? `${one.code} ${one.dimension}` : one.code;

// The small domain of the decision: every combination of these is a row of the truth table.

/** A value of an axis, and how it stands in a row. */
export interface Entry<T> {
  readonly value: T;
  readonly text: string;
}

export const times = <A, B>(as: readonly A[], bs: readonly B[]) =>
  as.flatMap((a) => bs.map((b) => [a, b] as const));

const LETTERS = [[], ['a'], ['b'], ['a', 'b']];
const WORDS = ['never', 'conditional', 'always', 'unknown'] as const;
const APIS = [
  ...times(['never'] as const, LETTERS.slice(0, 1)),
  ...times(['unknown'] as const, LETTERS.slice(0, 2)),
  ...times(['conditional'] as const, LETTERS),
  ...times(['always'] as const, LETTERS.slice(0, 2)),
];
export const DECLARATIONS = times(WORDS, APIS).map(
  ([llm, [externalApi, providers]]): Entry<Declaration> => ({
    value: { llm, externalApi, providers, problems: [] },
    text: `says-llm:${llm} says-api:${externalApi} names:${providers.join('')}.`,
  }),
);

/** From loose to tight, in each key. */
const DEMANDS = times(
  times(['allow', 'never'] as const, ['allow', ['a', 'b'], ['a'], [], 'never'] as const),
  times(['allow', 'fail'] as const, ['optional', 'required'] as const),
);
export const POLICIES: Entry<Policy | null>[] = [
  { value: null, text: '' },
  ...DEMANDS.map(([[llm, externalApi], [unknown, observation]]) => {
    const api = typeof externalApi === 'string' ? externalApi : `list:${externalApi.join('')}.`;
    const text = `wants-llm:${llm} wants-api:${api} unknown:${unknown} observation:${observation}`;
    return { value: merge({ llm, externalApi, unknown, observation }, null), text };
  }),
];

const FLAGS = { T: true, F: false, '?': null };
/** Where nothing is denied, an error is a result like any other. */
const REPLIES = times(times(Object.entries(FLAGS), Object.entries(FLAGS)), [false, true]).filter(
  ([[[, llm], [, api]], isError]) => !isError || llm === false || api === false,
);
export const OBSERVATIONS: Entry<Observation>[] = [
  { value: observes({ kind: 'absent' }), text: 'absent' },
  { value: observes({ kind: 'no_result' }), text: 'no_result' },
  ...REPLIES.map(([[[l, llmInvoked], [a, externalApiAttempted]], isError]): Entry<Observation> => {
    const readable = llmInvoked !== null && externalApiAttempted !== null;
    const problems = readable ? [] : [{ code: 'version_missing' } as const];
    const value = observes({ llmInvoked, externalApiAttempted, isError, problems });
    return { value, text: `told-llm:${l} told-api:${a} reply:${isError ? 'error' : 'ok'}` };
  }),
];

const TRACES = [
  [0, 0],
  [1, 0],
  [0, 1],
] as const;
export const EVIDENCE = times(
  times(TRACES, LETTERS),
  times([0, 1], ['open', 'tripwire'] as const),
).map(([[[llmRequests, samplings], called], [tripwire, network]]): Entry<ExecutionEvidence> => {
  const apiCalls = called.map((provider) => ({ provider, count: 1 }));
  const calls = `req:${llmRequests} samp:${samplings} called:${called.join('')}.`;
  return {
    value: { llmRequests, samplings, apiCalls, tripwire, network },
    text: `${calls} trip:${tripwire} net:${network}`,
  };
});
