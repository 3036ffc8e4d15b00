import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { unreachable } from '../model/result.ts';
import { type Placeholder, parseTemplate } from './template.ts';

/** Where placeholders get their values. Time and randomness come in as functions. */
export interface Scope {
  readonly vars: JsonObject;
  /** What `${case.NAME}` takes. */
  readonly variant: JsonObject;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly upstreams: Readonly<Record<string, string>>;
  readonly runId: string;
  readonly today: Date;
  readonly tmp: string;
  /** Null where no server is started on one. */
  readonly port: number | null;
  readonly uuid: () => string;
}

/**
 * Replaces every placeholder in a value, once: what comes out is not expanded again. A string
 * that is one placeholder takes the value's JSON type. Loading has refused unknown names, so a
 * value that is missing here is a bug and throws.
 */
export function expand(value: JsonValue, scope: Scope): JsonValue {
  if (typeof value === 'string') return expandString(value, scope);
  if (Array.isArray(value)) return value.map((item: JsonValue) => expand(item, scope));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item, scope)]));
}

/** The first name of `vars` in a value that has none: a step that would have saved it was not reached. */
export function unsavedIn(value: JsonValue, { vars }: Pick<Scope, 'vars'>): string | null {
  if (typeof value === 'string') {
    for (const part of value.includes('$') ? parseTemplate(value).parts : []) {
      if (typeof part === 'string' || part.kind !== 'vars') continue;
      if (lookUp(vars, part.path) === undefined) return part.path.join('.');
    }
    return null;
  }
  const inner = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  for (const each of inner) {
    const found = unsavedIn(each, { vars });
    if (found !== null) return found;
  }
  return null;
}

/** As `expand`, for places that hold text: a value of another type becomes its JSON. */
export function expandText(text: string, scope: Scope): string {
  return asText(expandString(text, scope));
}

export function expandTexts(
  texts: Readonly<Record<string, string>>,
  scope: Scope,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, expandText(text, scope)]),
  );
}

function expandString(text: string, scope: Scope): JsonValue {
  if (!text.includes('$')) return text;
  const { parts } = parseTemplate(text);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && typeof only !== 'string') {
    return valueFor(only, scope);
  }
  return parts
    .map((part) => (typeof part === 'string' ? part : asText(valueFor(part, scope))))
    .join('');
}

function valueFor(placeholder: Placeholder, scope: Scope): JsonValue {
  switch (placeholder.kind) {
    case 'vars':
      return known(lookUp(scope.vars, placeholder.path), placeholder);
    case 'case':
      return known(lookUp(scope.variant, [placeholder.name]), placeholder);
    case 'env':
      return known(fromEnv(placeholder.name, placeholder.fallback, scope), placeholder);
    case 'upstream':
      return known(scope.upstreams[placeholder.name], placeholder);
    case 'today':
      return dayAfter(scope.today, placeholder.days);
    case 'uuid':
      return scope.uuid();
    case 'run_id':
      return scope.runId;
    case 'tmp':
      return scope.tmp;
    case 'port':
      return known(scope.port ?? undefined, placeholder);
    default:
      return unreachable(placeholder);
  }
}

/** As in a shell, `:-` also stands in for a variable that is set but empty. */
function fromEnv(name: string, fallback: string | null, scope: Scope): string | undefined {
  const value = variable(scope.env, name);
  return value === undefined || value === '' ? (fallback ?? value) : value;
}

/** Every object has a `toString`, and that is no variable. */
export function variable(env: Scope['env'], name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

/** The value at a dotted path of `vars`, or undefined. */
export function lookUp(vars: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = vars;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}

function known<T>(value: T | undefined, placeholder: Placeholder): T {
  if (value === undefined) throw new Error(`no value for ${JSON.stringify(placeholder)}`);
  return value;
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function dayAfter(today: Date, days: number): string {
  const day = new Date(today);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
