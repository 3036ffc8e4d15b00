import { dirname, resolve } from 'node:path';
import {
  type Baseline,
  type Contract,
  type ContractRule,
  RULES,
  type Sampling,
} from '../model/contract.ts';
import { isDeeperThan, MAX_DEPTH } from '../model/depth.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { isJsonObject, type JsonValue } from '../model/json.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { SourceFile } from '../model/source.ts';
import { decodeUtf8 } from '../model/utf8.ts';
import { isCi } from './in-ci.ts';
import type { ReadBytes } from './parse-route.ts';
import { booleanAt, stringAt } from './read.ts';
import { childOf, entriesOf, entryOf, type Tree, toJson } from './tree.ts';

/** As files are read where there is none. */
const NO_FILE = 'no such file';

export interface ContractContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readBytes: ReadBytes;
  /** It will be written, whatever it is now. */
  readonly renewsBaseline?: boolean;
}

type Parsed = Result<Contract | null, readonly Diagnostic[]>;

/** The suite's `contract`; null when it has none. What its scenarios call is filled in later. */
export function parseContract(file: SourceFile, tree: Tree, context: ContractContext): Parsed {
  const entry = entryOf(tree, 'contract');
  if (entry === undefined) return ok(null);
  const { value: node, keySpan } = entry;
  const place = { file, span: keySpan };
  const rules = RULES.flatMap((name): ContractRule[] => {
    const found = entryOf(node, name);
    return found === undefined
      ? []
      : [{ name, written: stringAt(node, name) ?? '', place: { file, span: found.keySpan } }];
  });
  if (rules.length === 0) {
    const problem = `a contract needs a rule: ${RULES.join(', ')}`;
    return err([{ code: 'bad_value', problem, nearest: null, place }]);
  }
  const baseline = parseBaseline(file, node, context);
  const mistakes = [...misplacedKeys(file, tree, node), ...(baseline.ok ? [] : baseline.error)];
  if (!baseline.ok || mistakes.length > 0) return err(mistakes);
  return ok({
    rules,
    samples: parseSamples(file, node),
    baseline: baseline.value,
    live: booleanAt(node, 'live'),
    unfit: [],
    called: [],
    calledOverHttp: [],
    skipped: [],
    twin: null,
    place,
  });
}

/** Keys that need another one beside them. */
function misplacedKeys(file: SourceFile, tree: Tree, node: Tree): readonly Diagnostic[] {
  const readOnly = entryOf(node, 'read_only');
  if (readOnly !== undefined) {
    if (childOf(tree, 'state') !== undefined) return [];
    const owner = 'a suite with "read_only: verified"';
    const place = { file, span: readOnly.keySpan };
    return [{ code: 'missing_key', key: 'state', owner, place }];
  }
  return ['samples', 'live'].flatMap((key): Diagnostic[] => {
    const found = entryOf(node, key);
    if (found === undefined) return [];
    const place = { file, span: found.keySpan };
    return [{ code: 'missing_key', key: 'read_only', owner: `a contract with "${key}"`, place }];
  });
}

function parseSamples(file: SourceFile, node: Tree): readonly Sampling[] {
  return entriesOf(childOf(node, 'samples')).map(({ key: tool, keySpan, value }) => {
    const args = toJson(value);
    const place = { file, span: keySpan };
    return { tool, args: isJsonObject(args) ? args : {}, own: true, place };
  });
}

function parseBaseline(
  file: SourceFile,
  node: Tree,
  { env, readBytes, renewsBaseline = false }: ContractContext,
): Result<Baseline | null, readonly Diagnostic[]> {
  const path = stringAt(node, 'baseline');
  if (path === null) return ok(null);
  const absolute = resolve(dirname(file.absolute), path);
  const place = { file, span: childOf(node, 'baseline')?.span ?? node.span };
  const bytes = readBytes(absolute);
  const text = bytes.ok ? decodeUtf8(bytes.value) : null;
  const tools = text?.ok ? toolsOf(text.value) : null;
  if (tools !== null) return ok({ path, absolute, isNew: false, tools });
  if (renewsBaseline) {
    if (!bytes.ok || isLikeBaseline(bytes.value)) {
      return ok({ path, absolute, isNew: true, tools: {} });
    }
    const reason = 'it is there, and is no list of tools: nothing else is written over';
    return err([{ code: 'file_unreadable', path, reason, place }]);
  }
  if (!bytes.ok && bytes.error === NO_FILE) {
    return err([{ code: 'no_baseline', path, suite: file.path, inCi: isCi(env), place }]);
  }
  const reason = bytes.ok
    ? 'it is no list of tools as "mcp-eval tools --write-baseline" writes it'
    : bytes.error;
  return err([{ code: 'file_unreadable', path, reason, place }]);
}

/** Empty, a list, or what was one before it was broken: by a merge, say. */
function isLikeBaseline(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '' || toolsOf(text) !== null) return true;
  return !isJson(text) && /^(?:\{|<{7})/.test(text) && text.includes('"tools"');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function toolsOf(text: string): Readonly<Record<string, JsonValue>> | null {
  try {
    const value = JSON.parse(text) as JsonValue;
    // Comparing walks it as deep as it goes.
    if (isDeeperThan(value, MAX_DEPTH)) return null;
    const tools = isJsonObject(value) ? value.tools : undefined;
    return tools !== undefined && isJsonObject(tools) ? tools : null;
  } catch {
    return null;
  }
}
