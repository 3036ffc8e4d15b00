import type { JsonObject } from '../model/json.ts';
import type { Metadata } from '../model/suite.ts';
import { expand, type Scope } from '../scenario/interpolate.ts';
import type { RunPlan } from '../scenario/plan.ts';
import type { RunDeps } from './deps.ts';

/**
 * A suite's metadata as its results keep it: with values for the placeholders, which know of no
 * connection, and each file beside the path that names it.
 */
export function filledIn(
  { values, contents }: Metadata,
  { env, runId, startedAt }: Pick<RunPlan, 'env' | 'runId' | 'startedAt'>,
  { uuid }: Pick<RunDeps, 'uuid'>,
): JsonObject {
  const none = { vars: {}, variant: {}, upstreams: {}, tmp: '', port: null };
  const scope: Scope = { ...none, env, runId, today: startedAt, uuid };
  const entries = Object.entries(values).map(([key, value]) => {
    const filled = expand(value, scope);
    const content = Object.hasOwn(contents, key) ? contents[key] : undefined;
    return [key, content === undefined ? filled : { path: filled, content }] as const;
  });
  return Object.fromEntries(entries);
}
