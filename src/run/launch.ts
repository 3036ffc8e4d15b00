import { resolve } from 'node:path';
import type { Suite } from '../model/suite.ts';
import type { ProcessTarget, SuiteTarget } from '../model/target.ts';
import { expandText, expandTexts, type Scope } from '../scenario/interpolate.ts';
import type { LaunchSpec, ProcessPart, ServeSpec } from '../target/connection.ts';
import { targetEnv } from './target-env.ts';

/** Whether the runner starts this server and then speaks HTTP to it. */
export function isServed({ value }: SuiteTarget): boolean {
  return value.transport === 'http' && value.process !== null;
}

/** A scenario's own `env`, over the target's. */
type OwnEnv = Readonly<Record<string, string>>;

/** What starts the server of a target that `isServed`; the scope has the port. */
export function serveSpec(
  suite: Suite,
  { value, place, by }: SuiteTarget,
  own: OwnEnv,
  scope: Scope,
): ServeSpec {
  if (value.transport !== 'http' || value.process === null) throw new Error('nothing to serve');
  return {
    ...processPart(value.process, own, scope),
    url: expandText(value.url, scope),
    startupTimeoutMs: suite.startupTimeoutMs,
    place,
    by,
  };
}

/** How the target is reached. One that `isServed` still lacks its process. */
export function launchSpec(
  suite: Suite,
  { value, place, by }: SuiteTarget,
  own: OwnEnv,
  scope: Scope,
): LaunchSpec {
  const any = { startupTimeoutMs: suite.startupTimeoutMs, place, by };
  switch (value.transport) {
    case 'stdio':
      return { transport: 'stdio', ...any, ...processPart(value, own, scope) };
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
        env: targetEnv(value, expandTexts({ ...value.env, ...own }, scope), scope.env),
      };
  }
}

function processPart(target: ProcessTarget, own: OwnEnv, scope: Scope): ProcessPart {
  return {
    command: expandText(target.command, scope),
    args: target.args.map((arg) => expandText(arg, scope)),
    env: targetEnv(target, expandTexts({ ...target.env, ...own }, scope), scope.env),
    cwd: resolve(target.baseDir, expandText(target.cwd, scope)),
  };
}
