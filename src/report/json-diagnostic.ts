import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import { positionOf } from '../model/source.ts';
import { wordDiagnostic } from './diagnostic-text.ts';

/** A mistake in the input, with its place when it has one. */
export function diagnosticJson(diagnostic: Diagnostic): JsonObject {
  const { title, help } = wordDiagnostic(diagnostic);
  const { code, place } = diagnostic;
  const where = place && {
    file: place.file.path,
    ...positionOf(place.file.text, place.span.start),
  };
  return { code, message: [title, ...help].join('\n'), ...where };
}
