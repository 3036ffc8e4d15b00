import { Composer, type Document, Lexer, type ParsedNode, Parser } from 'yaml';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Place, SourceFile, Span } from '../model/source.ts';
import { explainSyntax } from './syntax.ts';

/** A file that is no YAML at all would else be one error per word. */
export const MAX_SYNTAX_ERRORS = 10;

/** No more than two: a second one is one too many, and each costs a walk through the text. */
export function compose(text: string): Document.Parsed[] {
  const composer = new Composer<ParsedNode>({
    version: '1.2',
    uniqueKeys: false,
    merge: false,
    // `!!set`, `!!omap` and the like would give nodes that JSON does not know.
    resolveKnownTags: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(new Parser().parse(text))) {
    documents.push(document);
    if (documents.length === 2) break;
  }
  return documents;
}

export function syntaxTrouble(file: SourceFile, document: Document.Parsed): Diagnostic[] {
  const { text } = file;
  const told = document.errors.slice(0, MAX_SYNTAX_ERRORS);
  const errors = explainSyntax(told, text, new Lexer().lex(text));
  return [
    ...errors.map(({ detail, hint, span }): Diagnostic => {
      return { code: 'yaml_error', detail, hint, place: at(file, span) };
    }),
    ...document.warnings
      .slice(0, MAX_SYNTAX_ERRORS)
      .map(({ message, pos: [start, end] }): Diagnostic => {
        return { code: 'yaml_warning', detail: message, place: at(file, { start, end }) };
      }),
  ];
}

/** `%YAML 1.1` would turn every `yes` into a boolean. */
export function directiveTrouble(file: SourceFile, document: Document.Parsed): Diagnostic[] {
  const written = /^%YAML.*$/m.exec(file.text.slice(0, document.range[0]));
  if (document.directives.yaml.explicit !== true || written === null) return [];
  const span = { start: written.index, end: written.index + written[0].length };
  return [{ code: 'yaml_directive', directive: written[0], place: at(file, span) }];
}

function at(file: SourceFile, span: Span): Place {
  return { file, span };
}
