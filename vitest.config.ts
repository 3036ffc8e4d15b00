import { defineConfig } from 'vitest/config';
import manifest from './package.json' with { type: 'json' };

export default defineConfig({
  define: { __VERSION__: JSON.stringify(manifest.version) },
  test: {
    include: ['src/**/*.test.ts', 'fixtures/**/*.test.ts'],
    // Real processes on a busy two-core machine: a limit only for what hangs.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // A fresh module graph per file would cost as much as the tests themselves.
    isolate: false,
    // More than cores: many tests wait for processes.
    maxWorkers: 4,
  },
});
