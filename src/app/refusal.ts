import type { Diagnostic } from '../model/diagnostic.ts';
import type { Place, SourceFile } from '../model/source.ts';
import { createMask, createRedactor } from '../report/redact.ts';

/**
 * Mistakes as they may be shown: a code frame repeats the line, and that may hold a secret. In a
 * file's text it is blackened letter by letter, so that the marks stay in their places.
 */
export function showable(
  diagnostics: readonly Diagnostic[],
  secrets: readonly string[],
): readonly Diagnostic[] {
  const known = new Map<SourceFile, SourceFile>();
  const blackened = (file: SourceFile): SourceFile => {
    const shown = known.get(file) ?? { ...file, text: blacken(file.text, secrets) };
    known.set(file, shown);
    return shown;
  };
  const moved = (place: Place | null): Place | null =>
    place === null ? null : { ...place, file: blackened(place.file) };
  const redact = createRedactor(createMask(secrets));
  return diagnostics.map((diagnostic) => {
    const place = moved(diagnostic.place);
    const first = 'first' in diagnostic ? { first: moved(diagnostic.first) } : {};
    return redact({ ...diagnostic, ...first, place } as Diagnostic);
  });
}

function blacken(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '*'.repeat(secret.length))),
    text,
  );
}
