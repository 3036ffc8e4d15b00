import type { Observation, ObservationProblem } from '../model/execution.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { extensionOf, memberOf, type Place } from './extension.ts';

const MARKS = ['llmInvoked', 'externalApiAttempted'];

/**
 * What a result says of its own call. Total. `result` is null when the call brought none; a flag
 * that can't be read is null, and the other one counts all the same: a confession stays one.
 */
export function readObservation(result: JsonObject | null, metadataKey: string): Observation {
  if (result === null) return untold('no_result', []);
  const extension = extensionOf(result, metadataKey, { marks: MARKS, places: placesIn(result) });
  if (extension.ok) return readFlags(extension.value);
  const { error } = extension;
  return error.code === 'absent' ? untold('absent', []) : untold('present', [error]);
}

function untold(kind: Observation['kind'], problems: readonly ObservationProblem[]): Observation {
  return { kind, llmInvoked: null, externalApiAttempted: null, problems };
}

function readFlags(extension: JsonObject): Observation {
  const problems: ObservationProblem[] = [];
  const read = (field: 'llmInvoked' | 'externalApiAttempted'): boolean | null => {
    const found = memberOf(extension, field);
    if (typeof found === 'boolean') return found;
    if (found === undefined) problems.push({ code: 'field_missing', field });
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
