// Builds everything that runs: the CLI, the fixture servers, the benchmarks. Silent unless something is wrong,
// so that `npm pack --json`, which runs it, prints JSON and nothing else.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

process.chdir(import.meta.dirname);
const { version } = readJson('package.json');

const compiled = {
  format: await runSource('src/scenario/format-code.ts'),
  meta: await runSource('src/validator/meta-code.ts'),
};

// The second is loaded by its path: a process starts with it.
const entries = ['src/main.ts', 'src/target/module-host.ts'];
const cli = await bundle(entries, 'src', 'dist/cli');
const licences = 'dist/cli/THIRD_PARTY_LICENSES.txt';
writeFileSync(
  licences,
  bundledPackages(cli)
    .map(licenceEntry)
    .join(`\n${'-'.repeat(78)}\n\n`),
);
prune('dist/cli', [...Object.keys(cli.outputs), licences]);

for (const [entries, base, out] of [
  [listed('fixtures/servers', isServer), 'fixtures/servers', 'dist/fixtures'],
  [listed('src/bench', isBenchmark), 'src/bench', 'dist/bench'],
]) {
  const { outputs } = await bundle(entries, base, out);
  prune(out, Object.keys(outputs));
}

async function bundle(entryPoints, outbase, outdir) {
  const { metafile, outputFiles, warnings } = await build({
    entryPoints,
    outbase,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    chunkNames: 'chunks/[name]-[hash]',
    // Names stay: shortened class names would show in error messages and stacks.
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [createNoWebhooks(), createCompiledSchemas(compiled)],
    define: { __VERSION__: JSON.stringify(version) },
    // Bundled CommonJS code calls require() for Node's own modules.
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    legalComments: 'none',
    // A stack of Node's shows the whole line that threw.
    lineLimit: 120,
    metafile: true,
    write: false,
    // esbuild itself tells what is wrong.
    logLevel: 'warning',
  }).catch(() => process.exit(1));
  if (warnings.length > 0) process.exitCode = 1;
  for (const { path, contents } of outputFiles) put(path, contents);
  return metafile;
}

/** Bundles one source file, and imports it. */
async function runSource(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
    logLevel: 'warning',
  }).catch(() => process.exit(1));
  const module = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0].text)(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports;
}

// Compiling the format and the meta-schemas takes a third of a short run, so the build does it.
function createCompiledSchemas({ format, meta }) {
  const instead =
    (contents) =>
    ({ path }) => ({ contents, loader: 'js', resolveDir: dirname(path) });
  return {
    name: 'compiled-schemas',
    setup({ onResolve, onLoad }) {
      onLoad({ filter: /[\\/]scenario[\\/]format-validator\.ts$/ }, instead(format.code));
      onLoad({ filter: /[\\/]validator[\\/]meta\.ts$/ }, instead(meta.code));
      onResolve({ filter: /^meta-schema:/ }, ({ path, resolveDir }) => ({
        path: path.slice('meta-schema:'.length),
        namespace: 'meta-schema',
        pluginData: resolveDir,
      }));
      onLoad({ filter: /./, namespace: 'meta-schema' }, ({ path, pluginData }) => ({
        contents: meta.modules[path],
        loader: 'js',
        resolveDir: pluginData,
      }));
    },
  };
}

// The judge's SDK can also verify webhooks, by a package that ships no licence text. Nothing here receives any.
function createNoWebhooks() {
  return {
    name: 'no-webhooks',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^standardwebhooks$/ }, () => ({
        path: 'none',
        namespace: 'no-webhooks',
      }));
      onLoad({ filter: /^none$/, namespace: 'no-webhooks' }, () => ({
        contents:
          'export class Webhook { constructor() { throw new Error("webhooks are left out"); } }',
      }));
    },
  };
}

// What is the same stays untouched: a build (npx and npm pack start one) does not disturb a run.
function put(file, contents) {
  if (existsSync(file) && readFileSync(file).equals(contents)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}

// Stale files go after the new ones are in place: whoever runs the old build meanwhile never meets an empty folder.
function prune(folder, kept) {
  const keep = new Set(kept.map((file) => resolve(file)));
  for (const file of filesIn(folder)) if (!keep.has(resolve(file))) rmSync(file);
}

function listed(folder, wanted) {
  return filesIn(folder).filter((file) => wanted(file, relative(folder, file)));
}

function isServer(file, path) {
  return (
    path.split(/[\\/]/).length === 2 &&
    /^(server.*|http|module)\.ts$/.test(basename(file)) &&
    !isTest(file)
  );
}

function isBenchmark(file, path) {
  return path === basename(file) && file.endsWith('.ts') && !isTest(file);
}

function isTest(file) {
  return file.endsWith('.test.ts');
}

function filesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The folders of the packages whose code is in the bundle. */
function bundledPackages({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  const folders = inputs.flatMap(
    (input) => input.match(/^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/) ?? [],
  );
  return [...new Set(folders)].sort();
}

function licenceEntry(folder) {
  const { name, version, license } = readJson(join(folder, 'package.json'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (!license || !texts.some(Boolean))
    throw new Error(`${name}@${version} is bundled and brings no licence text`);
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
