import type { Place } from './source.ts';

/** Hermetic: against stubs. Live: against a real instance, whose address the environment may name. */
export type Mode = 'hermetic' | 'live';

/** `place` is null when no file names the target: then `by` is the option or the variable that does. */
export interface SuiteTarget {
  readonly value: Target;
  readonly place: Place | null;
  readonly by?: string;
}

export type Target = StdioTarget | HttpTarget | ModuleTarget;

interface TargetEnv {
  readonly env: Readonly<Record<string, string>>;
  readonly passEnv: readonly string[];
  /** The absolute folder that the target's paths are relative to. */
  readonly baseDir: string;
}

/** What starts a server as a child process. */
export interface ProcessTarget extends TargetEnv {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Spoken to over its standard streams. */
interface StdioTarget extends ProcessTarget {
  readonly transport: 'stdio';
}

/** A Streamable HTTP endpoint. */
export interface HttpTarget {
  readonly transport: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for one that is running already. */
  readonly process: ProcessTarget | null;
}

/** A factory of a server, run in a process of its own. */
interface ModuleTarget extends TargetEnv {
  readonly transport: 'module';
  readonly file: string;
  readonly exportName: string;
}

/** Where a live run finds its server. */
export interface LiveSettings {
  readonly place: Place | null;
  readonly urlEnv: string;
  readonly tokenEnv: string;
  /** The suite says which variable has the token: then it must be set. */
  readonly tokenNamed: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Instead of an address from the environment. */
  readonly target: SuiteTarget | null;
}
