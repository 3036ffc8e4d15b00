import { createRedactor } from './redact.ts';
import type { CreateReporter } from './reporter.ts';

/**
 * Every reporter is made through here, so what it is told passes one place before it cuts and
 * escapes any of it.
 */
export function gated(create: CreateReporter): CreateReporter {
  return (options) => {
    const reporter = create(options);
    const redact = createRedactor(options.mask);
    return {
      event: (event) => reporter.event(redact(event)),
      end: (summary) => reporter.end(redact(summary)),
    };
  };
}
