import type { YamlHint } from '../model/diagnostic.ts';
import type { Span } from '../model/source.ts';
import { MARKS, SCALAR } from './nesting.ts';

/** An error as the YAML parser tells it. */
interface ParserError {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

export interface SyntaxTrouble {
  readonly detail: string;
  readonly hint: YamlHint | null;
  readonly span: Span;
}

const HINTS: Readonly<Record<string, YamlHint>> = {
  BAD_ALIAS: 'quote',
  BAD_SCALAR_START: 'quote',
  BLOCK_AS_IMPLICIT_KEY: 'quote',
  UNEXPECTED_TOKEN: 'quote',
  BAD_DQ_ESCAPE: 'single_quotes',
  TAB_AS_INDENT: 'spaces',
  MULTILINE_IMPLICIT_KEY: 'colon',
};

const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/**
 * What the parser found, and where its author would look for it: the parser tells of a bracket or
 * a quote that is not closed at the place where it gave up, perhaps at the end of the file.
 */
export function explainSyntax(
  errors: readonly ParserError[],
  text: string,
  tokens: Iterable<string>,
): SyntaxTrouble[] {
  const unquoted = unquotedPlaceholder(errors, text);
  if (unquoted !== null) return [unquoted];
  const quotes = errors.filter(isQuote).map(({ pos }) => pos[0]);
  const isUnclosed = (error: ParserError): boolean => isQuote(error) || isBracket(error);
  const unclosed = errors.some(isUnclosed) ? unclosedIn(tokens, quotes) : [];
  return errors.flatMap((error) => {
    // A quote that is not closed swallows the bracket as well.
    if (isBracket(error) && quotes.includes(error.pos[0])) return [];
    const found = isUnclosed(error) ? takeOpening(unclosed, error) : undefined;
    if (found === undefined) return [plain(error, text.length)];
    const detail = isQuote(error) ? 'this quote is not closed' : 'this bracket is not closed';
    return [{ detail, hint: null, span: found.span }];
  });
}

/** `{id: ${vars.id}}` opens a map for YAML, and all that follows is told as an error of its own. */
function unquotedPlaceholder(errors: readonly ParserError[], text: string): SyntaxTrouble | null {
  const at = errors[0]?.pos[0] ?? -1;
  for (const match of text.matchAll(/(?<=[\s:,[{])\$\{[\w.:+-]*\}/g)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (span.start <= at && at <= span.end) {
      return {
        detail: `the placeholder ${match[0]} is not quoted`,
        hint: 'quote_placeholder',
        span,
      };
    }
  }
  return null;
}

function plain({ code, message, pos }: ParserError, length: number): SyntaxTrouble {
  const [start, end] = pos.map((offset) => Math.min(offset, length));
  return {
    detail: message,
    hint: HINTS[code] ?? null,
    span: { start: start ?? length, end: end ?? length },
  };
}

function isQuote({ code, message }: ParserError): boolean {
  return code === 'MISSING_CHAR' && message.endsWith('quote');
}

function isBracket({ message }: ParserError): boolean {
  return /\bend with a [\]}]$/.test(message);
}

/** A bracket or quote without its end; `closer` is what is missing. */
interface Opening {
  readonly closer: string;
  readonly span: Span;
}

/** The nearest one before the error. Each is told once. */
function takeOpening(unclosed: Opening[], error: ParserError): Opening | undefined {
  const index = unclosed.findLastIndex(
    ({ closer, span }) => error.message.includes(closer) && span.start < error.pos[0],
  );
  return index === -1 ? undefined : unclosed.splice(index, 1)[0];
}

function unclosedIn(tokens: Iterable<string>, quoteEnds: readonly number[]): Opening[] {
  const unclosed: Opening[] = [];
  const open: Opening[] = [];
  let offset = 0;
  let before = '';
  for (const token of tokens) {
    const end = MARKS.includes(token) && before !== SCALAR ? offset : offset + token.length;
    const closer = CLOSERS[token];
    if (before === SCALAR) before = '';
    else {
      if (closer !== undefined) open.push({ closer, span: { start: offset, end } });
      else if (token === ']' || token === '}') close(token, open, unclosed);
      else if (/^["']/.test(token) && quoteEnds.includes(end)) {
        unclosed.push({ closer: `${token[0]}quote`, span: { start: offset, end } });
      }
      before = token;
    }
    offset = end;
  }
  return [...unclosed, ...open].sort((a, b) => a.span.start - b.span.start);
}

function close(token: string, open: Opening[], unclosed: Opening[]): void {
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    if (last.closer === token) return;
    unclosed.push(last);
  }
}
