import { fileURLToPath } from 'node:url';
import { median, timeNode } from './measure.ts';

// How much `mcp-eval --version` adds to the start of Node. The two take turns and each pair gives one ratio, so that
// a machine that is busy for a while slows both.
const limit = 1.6;
const pairs = 40;
const cli = fileURLToPath(new URL('../../bin/mcp-eval.js', import.meta.url));

const times = Array.from({ length: pairs + 3 }, () => ({
  node: timeNode(['-e', '0']),
  cli: timeNode([cli, '--version']),
})).slice(3);

const ratio = median(times.map((pair) => pair.cli / pair.node));
const node = median(times.map((pair) => pair.node));
const own = median(times.map((pair) => pair.cli));
process.stdout.write(
  `startup: ${ratio.toFixed(2)} times bare Node (${own.toFixed(0)} ms, ${node.toFixed(0)} ms; ` +
    `${pairs} pairs, at most ${limit})\n`,
);
if (process.argv.includes('--check') && ratio > limit) process.exitCode = 1;
