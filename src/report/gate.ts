import type { CreateReporter } from './reporter.ts';

/**
 * Every reporter is made through here, so what it is told passes one place before it cuts and
 * escapes any of it.
 */
export function gated(create: CreateReporter): CreateReporter {
  return (options) => {
    const reporter = create(options);
    return {
      event: (event) => reporter.event(cleared(event)),
      end: (summary) => reporter.end(cleared(summary)),
    };
  };
}

/** Secrets are to be replaced here: in whole texts, before any is cut. */
function cleared<T>(told: T): T {
  return told;
}
