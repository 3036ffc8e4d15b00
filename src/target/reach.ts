import type { LaunchSpec, Reach } from './connection.ts';
import { connectStdio } from './stdio.ts';

/**
 * Every way to a server; each is loaded when a target needs it. `version`: ours, as the servers are
 * told it.
 */
export function createReach({ version }: { readonly version: string }): Reach {
  return {
    connect: async (spec: LaunchSpec, face, signal) => {
      const introduction = { version, face };
      switch (spec.transport) {
        case 'stdio':
          return connectStdio(spec, introduction, signal);
        case 'http':
          return (await import('./http.ts')).connectHttp(spec, introduction, signal);
        case 'module':
          return (await import('./module.ts')).connectModule(spec, introduction, signal);
      }
    },
    serve: async (spec, signal) => (await import('./serve.ts')).serveHttp(spec, signal),
    run: async (spec, options) => (await import('./process-run.ts')).runProcess(spec, options),
    freePort: async () => (await import('./serve.ts')).freePort(),
  };
}
