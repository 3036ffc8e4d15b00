import type { Observation, ObservationProblem } from '../model/execution.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { extensionOf, memberOf, missingField, type Place } from './extension.ts';

const MARKS = ['llmInvoked', 'externalApiAttempted'];

/**
 * What a result says of its own call. Total. `result` is null when the call brought none; a flag
 * that can't be read is null, and the other one counts all the same: a confession stays one.
 */
export function readObservation(result: JsonObject | null, metadataKey: string): Observation {
  if (result === null) return { ...untold('no_result', []), isError: false };
  return { ...readIn(result, metadataKey), isError: memberOf(result, 'isError') === true };
}

type Told = Omit<Observation, 'isError'>;

function readIn(result: JsonObject, metadataKey: string): Told {
  const extension = extensionOf(result, metadataKey, { marks: MARKS, places: placesIn(result) });
  if (extension.ok) return readFlags(extension.value);
  const { error } = extension;
  return error.code === 'absent' ? untold('absent', []) : untold('present', [error]);
}

/** What several calls of one step say together: one that tells of a use tells it for all. */
export function mergeObservations(observations: readonly Observation[]): Observation {
  const kinds = observations.map(({ kind }) => kind);
  const kind = kinds.find((each) => each === 'absent') ?? kinds.find((each) => each === 'present');
  const flag = (of: (observation: Observation) => boolean | null): boolean | null => {
    const told = observations.map(of);
    if (told.includes(true)) return true;
    return told.length > 0 && told.every((each) => each === false) ? false : null;
  };
  return {
    kind: kind ?? 'no_result',
    llmInvoked: flag(({ llmInvoked }) => llmInvoked),
    externalApiAttempted: flag(({ externalApiAttempted }) => externalApiAttempted),
    isError: observations.some(({ isError }) => isError),
    problems: observations.flatMap(({ problems }) => problems),
  };
}

function untold(kind: Observation['kind'], problems: readonly ObservationProblem[]): Told {
  return { kind, llmInvoked: null, externalApiAttempted: null, problems };
}

function readFlags(extension: JsonObject): Told {
  const problems: ObservationProblem[] = [];
  const read = (field: 'llmInvoked' | 'externalApiAttempted'): boolean | null => {
    const found = memberOf(extension, field);
    if (typeof found === 'boolean') return found;
    if (found === undefined) problems.push(missingField(extension, field));
    else problems.push({ code: 'field_malformed', field, found });
    return null;
  };
  return {
    kind: 'present',
    llmInvoked: read('llmInvoked'),
    externalApiAttempted: read('externalApiAttempted'),
    problems,
  };
}

/** Servers mix it with what the tool itself answers. */
function placesIn(result: JsonObject): readonly Place[] {
  const structured = { path: ['structuredContent'], value: memberOf(result, 'structuredContent') };
  const content = memberOf(result, 'content');
  if (!Array.isArray(content)) return [structured];
  const blocks = content.map((value: JsonValue, at) => ({ path: ['content', String(at)], value }));
  return [structured, ...blocks];
}
