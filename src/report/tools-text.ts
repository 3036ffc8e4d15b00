import { HINTS, type Hint } from '../model/contract.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { HintFact, ToolFacts, ToolListing } from '../model/tool-facts.ts';
import type { Trouble } from '../model/trouble.ts';
import { flawTexts } from './contract-text.ts';
import { problemText, violationText } from './declaration-text.ts';
import { declarationText } from './execution-text.ts';
import { explainedLines, showLine } from './explained.ts';
import type { Style } from './style.ts';
import { bytesOf, countOf } from './tools-json.ts';
import { troubleText } from './trouble-text.ts';
import { valueText } from './value-text.ts';
import { grouped, plural } from './words.ts';

const PROPERTIES = 12;
const NAME = 200;
const WORDS = 6;

/** What the target offers, for people. */
export function toolsText(listing: ToolListing, style: Style): string {
  const { server, tools } = listing;
  const head = `${showLine(server.name, NAME)} ${showLine(server.version, NAME)}, protocol ${showLine(server.protocolVersion, NAME)}`;
  const blocks = tools.map((tool) => toolLines(tool, listing, style).join('\n'));
  return `${[head, ...blocks, totalsText(tools, style)].join('\n\n')}\n`;
}

function toolLines(tool: ToolFacts, listing: ToolListing, style: Style): string[] {
  const { declaration, violations } = tool;
  const rows: [string, string][] = [
    ...tool.listFlaws.map((flaw): [string, string] => ['broken', flawTexts(flaw).join('; ')]),
    ...(tool.description === null || tool.description.trim() === ''
      ? [['about', 'no description: a model has only its name to go by'] as [string, string]]
      : []),
    ['hints', hintsText(tool)],
    ...tool.hintFlaws.map((flaw): [string, string] => ['', flawTexts(flaw).join('; ')]),
    ['input', schemaText(tool.inputSchema)],
    ['output', tool.outputSchema === null ? 'not described' : schemaText(tool.outputSchema)],
    [listing.claimed ? 'claims' : 'declares', declaredText(tool)],
    ...violations.map((violation): [string, string] => [
      'policy',
      violationText(violation, declaration, listing.claimed),
    ]),
    ...(listing.hasPolicy && violations.length === 0
      ? [['policy', 'admitted'] as [string, string]]
      : []),
  ];
  const size = style.faint(`  ${tool.risk.replace('_', '-')}, ${grouped(tool.bytes)} bytes`);
  return [
    `${style.strong(showLine(tool.name, NAME))}${size}`,
    ...rows.map(([label, text]) => `  ${label.padEnd(9)} ${showLine(text)}`),
  ];
}

function declaredText({ declaration }: ToolFacts): string {
  const { problems } = declaration;
  const why = problems.length === 0 ? '' : ` (${problems.map(problemText).join('; ')})`;
  return `${declarationText(declaration)}${why}`;
}

/** Of what writes: a default for them means nothing beside a tool that only reads. */
const OF_WRITERS: readonly Hint[] = ['destructiveHint', 'idempotentHint'];

/** What it says itself, and what a client assumes. */
function hintsText({ hints }: ToolFacts): string {
  const isReader = hints.readOnlyHint.value;
  const shown = (isStated: boolean) =>
    HINTS.filter((hint) => hints[hint].stated === isStated)
      .filter((hint) => isStated || !(isReader && OF_WRITERS.includes(hint)))
      .map((hint) => hintText(hint, hints[hint]));
  const [stated, assumed] = [shown(true), shown(false)];
  const own = stated.length === 0 ? 'none of its own' : stated.join(', ');
  return assumed.length === 0 ? own : `${own}; by default ${assumed.join(', ')}`;
}

function hintText(hint: string, { value }: HintFact): string {
  return `${hint} ${value}`;
}

/** The properties of a schema in a few words: `limit?: integer`. */
function schemaText(schema: JsonValue): string {
  if (!isJsonObject(schema)) return JSON.stringify(schema);
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const names = Object.keys(properties);
  if (names.length === 0) return 'nothing';
  const shown = names.slice(0, PROPERTIES).map((name) => {
    const mark = required.includes(name) ? '' : '?';
    return `${name}${mark}: ${typeText(properties[name])}`;
  });
  const rest = names.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

function typeText(property: JsonValue | undefined): string {
  if (property === undefined || !isJsonObject(property)) return 'any';
  const { type } = property;
  const words = wordsOf(property);
  if (words.length > 0) return wordsText(words);
  if (Array.isArray(type)) return type.map(String).join(' | ');
  if (typeof type === 'string') return type === 'array' ? `${itemText(property)}[]` : type;
  return 'any';
}

/** The only values that it takes, where it names them. */
function wordsOf({ enum: words, const: word }: JsonObject): readonly JsonValue[] {
  if (word !== undefined) return [word];
  return Array.isArray(words) ? words : [];
}

function wordsText(words: readonly JsonValue[]): string {
  const shown = words.slice(0, WORDS).map((word) => valueText(word, NAME));
  const rest = words.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(' | ');
}

function itemText({ items }: JsonObject): string {
  const text = items === undefined ? 'any' : typeText(items);
  return text.includes(' | ') ? `(${text})` : text;
}

function totalsText(tools: readonly ToolFacts[], style: Style): string {
  const risks = [
    `${countOf(tools, 'read_only')} read-only`,
    `${countOf(tools, 'additive')} additive`,
    `${countOf(tools, 'destructive')} destructive`,
  ];
  return style.strong(
    `${plural(tools.length, 'tool')}: ${risks.join(', ')}; definitions of ${grouped(bytesOf(tools))} bytes`,
  );
}

/** Why nothing can be listed. */
export function untoldText(trouble: Trouble, style: Style): string {
  const explained = troubleText(trouble, null);
  const lines = explainedLines(explained, style).map((line) => `  ${line}`);
  const { stderr } = 'tail' in trouble ? trouble.tail : { stderr: '' };
  const last = stderr === '' ? [] : ['  stderr', ...stderr.trimEnd().split('\n').map(quotedLine)];
  return `${[`error: ${showLine(explained.title)}`, ...lines, ...last].join('\n')}\n`;
}

function quotedLine(line: string): string {
  return `  | ${showLine(line)}`;
}
