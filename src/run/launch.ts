import { resolve } from 'node:path';
import type { Scenario } from '../model/scenario.ts';
import type { Suite } from '../model/suite.ts';
import type { ProcessTarget, SuiteTarget } from '../model/target.ts';
import { expandText, expandTexts, type Scope } from '../scenario/interpolate.ts';
import { tripwireEnv } from '../scenario/tripwire.ts';
import type { LaunchSpec, ProcessPart, ServeSpec } from '../target/connection.ts';
import type { Tripwire } from '../upstream/upstreams.ts';
import { targetEnv } from './target-env.ts';

/** Whether the runner starts this server and then speaks HTTP to it. */
export function isServed({ value }: SuiteTarget): boolean {
  return value.transport === 'http' && value.process !== null;
}

/** What a target is started with beside its own settings. */
interface Given {
  /** A scenario's own `env`, over the target's. */
  readonly own: Readonly<Record<string, string>>;
  /** Of the tripwire. */
  readonly proxy: string | null;
  readonly scope: Scope;
}

export function givenOf(
  { env }: Pick<Scenario, 'env'>,
  { tripwire }: { readonly tripwire: Tripwire | null },
  scope: Scope,
): Given {
  return { own: env, proxy: tripwire?.url ?? null, scope };
}

/** What starts the server of a target that `isServed`; the scope has the port. */
export function serveSpec(
  suite: Suite,
  { value, place, by }: SuiteTarget,
  given: Given,
): ServeSpec {
  if (value.transport !== 'http' || value.process === null) throw new Error('nothing to serve');
  return {
    ...processPart(value.process, given),
    url: expandText(value.url, given.scope),
    startupTimeoutMs: suite.startupTimeoutMs,
    place,
    by,
  };
}

/** How the target is reached. One that `isServed` still lacks its process. */
export function launchSpec(
  suite: Suite,
  { value, place, by }: SuiteTarget,
  given: Given,
): LaunchSpec {
  const { scope } = given;
  const any = { startupTimeoutMs: suite.startupTimeoutMs, place, by };
  switch (value.transport) {
    case 'stdio':
      return { transport: 'stdio', ...any, ...processPart(value, given) };
    case 'http':
      return {
        transport: 'http',
        ...any,
        url: expandText(value.url, scope),
        headers: expandTexts(value.headers, scope),
        served: null,
      };
    case 'module':
      return {
        transport: 'module',
        ...any,
        file: resolve(value.baseDir, expandText(value.file, scope)),
        exportName: value.exportName,
        env: wholeEnv(value, given),
      };
  }
}

function processPart(target: ProcessTarget, given: Given): ProcessPart {
  const { scope } = given;
  return {
    command: expandText(target.command, scope),
    args: target.args.map((arg) => expandText(arg, scope)),
    env: wholeEnv(target, given),
    cwd: resolve(target.baseDir, expandText(target.cwd, scope)),
  };
}

/** The proxy comes last: nothing may lead around it. */
function wholeEnv(
  target: Pick<ProcessTarget, 'env' | 'passEnv'>,
  { own, proxy, scope }: Given,
): Record<string, string> {
  const env = targetEnv(target, expandTexts({ ...target.env, ...own }, scope), scope.env);
  return proxy === null ? env : { ...env, ...tripwireEnv(proxy) };
}
