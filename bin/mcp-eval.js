#!/usr/bin/env node
try {
  await import('../dist/cli/main.js');
} catch (error) {
  const missing = new URL('../dist/cli/main.js', import.meta.url).href;
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== missing) throw error;
  process.stderr.write('mcp-eval is not built: run `npm ci` in its folder.\n');
  process.exitCode = 70;
}
