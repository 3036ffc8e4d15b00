import { posix } from 'node:path';
import type { Facts, Import } from './scan.ts';
import {
  type Access,
  emptyNames,
  homes,
  limits,
  outsideRooms,
  processFiles,
  pureBuiltins,
  pureRooms,
  rooms,
  testFiles,
} from './table.ts';

export type Violation = {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
};

type Rule = (files: readonly Facts[]) => { path: string; line: number; message: string }[];

export function violations(files: readonly Facts[]): Violation[] {
  return Object.entries(rules).flatMap(([rule, check]) =>
    check(files).map((violation) => ({ ...violation, rule })),
  );
}

const rules: Readonly<Record<string, Rule>> = {
  syntax: (files) => each(files, ({ errors }) => errors.map((message) => ({ line: 1, message }))),

  rooms: (files) =>
    each(files, (file) => {
      const room = roomOf(file.path);
      if (isOutside(file.path)) return [];
      if (!rooms[room]) return [{ line: 1, message: `'${room}' is not in the table of rooms` }];
      return file.imports.flatMap((found) => {
        const target = fileOf(file.path, found);
        if (target === null || mayImport(room, target, found)) return [];
        return [{ line: found.line, message: `${room} may not import ${aspect(found)}${target}` }];
      });
    }),

  packages: (files) =>
    each(files, (file) =>
      file.imports.flatMap(({ from, how, line }) => {
        const name = packageOf(from);
        if (name === null) return [];
        if (roomOf(file.path) === 'model' && !isTest(file.path))
          return [{ line, message: `model imports no package, here ${name}` }];
        const home = homes.find((candidate) => candidate.package.test(name));
        if (!home) return [{ line, message: `${name} has no home in the table of packages` }];
        if (!home.files.test(file.path)) return [{ line, message: `${name} is at home elsewhere` }];
        if (home.lazy && how === 'static')
          return [{ line, message: `${name} is loaded by import() only` }];
        return [];
      }),
    ),

  builtins: (files) =>
    each(files, (file) => {
      const room = roomOf(file.path);
      const allowed = room === 'model' ? [] : pureBuiltins;
      if (isOutside(file.path) || !(room === 'model' || pureRooms.includes(room))) return [];
      return file.imports
        .filter(({ from }) => from.startsWith('node:') && !allowed.includes(from))
        .map(({ from, line }) => ({ line, message: `${room} is pure, ${from} is not` }));
    }),

  globals: (files) =>
    each(files, (file) => {
      const mayProcess = processFiles.test(file.path) || isOutside(file.path);
      const named = [
        ...file.globals,
        ...file.imports.flatMap(({ from, line }) => {
          const name = /^(?:node:)?(console|process)$/.exec(from)?.[1];
          return name === undefined ? [] : [{ name, line }];
        }),
      ];
      return named
        .filter(({ name }) => (name === 'console' ? !isTest(file.path) : !mayProcess))
        .map(({ name, line }) => ({ line, message: `${name} is not for this file` }));
    }),

  circles: (files) => circles(new Map(files.map((file) => [file.path, file]))),

  barrels: (files) =>
    each(files, ({ barrel, starExports }) => [
      ...(barrel ? [{ line: 1, message: 'only passes on what other files export' }] : []),
      ...starExports.map((line) => ({ line, message: '`export *` hides what is exported' })),
    ]),

  names: (files) =>
    each(files, ({ path }) =>
      path
        .split('/')
        .map((part) => part.replace(/\..*$/, ''))
        .filter((part) => emptyNames.test(part))
        .map((part) => ({ line: 1, message: `'${part}' does not say what is inside` })),
    ),

  any: (files) =>
    each(files, ({ anys }) => anys.map((line) => ({ line, message: '`any` switches checks off' }))),

  sizes: (files) => [
    ...each(files, ({ lines }) =>
      lines > limits.fileLines
        ? [{ line: lines, message: `${lines} lines, the cap is ${limits.fileLines}` }]
        : [],
    ),
    ...mediansAndTails(files.filter(({ path }) => !isOutside(path))),
  ],
};

function mediansAndTails(files: readonly Facts[]) {
  const median = quantile(
    files.map(({ lines }) => lines),
    0.5,
  );
  const long = files
    .flatMap(({ path, functions }) => functions.map((found) => ({ path, ...found })))
    .filter(({ lines }) => lines >= limits.functionLines90th);
  const tail = quantile(
    files.flatMap(({ functions }) => functions.map(({ lines }) => lines)),
    0.9,
  );
  return [
    ...(median >= limits.medianFileLines
      ? [{ path: '', line: 0, message: `the median file has ${median} lines` }]
      : []),
    ...(tail >= limits.functionLines90th
      ? long.map(({ path, line, lines }) => ({ path, line, message: `function of ${lines} lines` }))
      : []),
  ];
}

/** Types count too: files whose types need each other can't be read one after the other. */
function circles(files: ReadonlyMap<string, Facts>) {
  const found: { path: string; line: number; message: string }[] = [];
  const done = new Set<string>();
  const walk = (path: string, above: readonly string[]): void => {
    for (const link of files.get(path)?.imports ?? []) {
      const next = fileOf(path, link);
      if (next === null) continue;
      const start = [...above, path].indexOf(next);
      if (start >= 0) {
        const circle = [...above, path].slice(start).concat(next);
        found.push({ path, line: link.line, message: circle.join(' → ') });
      } else if (!done.has(next)) {
        walk(next, [...above, path]);
      }
    }
    done.add(path);
  };
  for (const path of files.keys()) if (!done.has(path)) walk(path, []);
  return found;
}

function mayImport(room: string, target: string, { how }: Import): boolean {
  const to = roomOf(target);
  if (isOutside(target)) return false;
  if (to === room) return true;
  const access: Access | undefined = rooms[room]?.[to] ?? rooms[room]?.['*'];
  if (access === undefined || access === 'all') return access === 'all';
  return how === 'type' && (access === 'types' || access.typesOf === target);
}

function each(
  files: readonly Facts[],
  check: (file: Facts) => { line: number; message: string }[],
) {
  return files.flatMap((file) => check(file).map((found) => ({ path: file.path, ...found })));
}

/** The file of src that is imported; null for packages and builtins. */
function fileOf(importer: string, { from }: Import): string | null {
  return from.startsWith('.') ? posix.join(posix.dirname(importer), from) : null;
}

function packageOf(from: string): string | null {
  if (/^(\.|\/|node:|#)/.test(from)) return null;
  return /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from;
}

function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : path.replace(/\.ts$/, '');
}

function isOutside(path: string): boolean {
  return isTest(path) || outsideRooms.includes(roomOf(path));
}

function isTest(path: string): boolean {
  return testFiles.test(path);
}

function aspect({ how }: Import): string {
  return how === 'type' ? 'types of ' : '';
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0;
}
