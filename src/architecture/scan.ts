import type { Function as FunctionNode, Program, VisitorObject } from 'oxc-parser';
import { parseSync, Visitor } from 'oxc-parser';

/** A source file as text; `path` is relative to src, with `/`. */
export type SourceText = { readonly path: string; readonly text: string };

export type Import = {
  readonly from: string;
  readonly how: 'static' | 'dynamic' | 'type';
  readonly line: number;
};

/** What the rules want to know of a file; read from its syntax tree, so that comments and strings never count. */
export type Facts = {
  readonly path: string;
  readonly lines: number;
  readonly errors: readonly string[];
  readonly imports: readonly Import[];
  /** Where `any` is written. */
  readonly anys: readonly number[];
  /** Where `console` or `process` is named. */
  readonly globals: readonly { readonly name: string; readonly line: number }[];
  /** The functions with a body in braces, each with its length. */
  readonly functions: readonly { readonly line: number; readonly lines: number }[];
  /** Nothing but imports and exports of other files' things. */
  readonly barrel: boolean;
  readonly starExports: readonly number[];
};

type Node = { readonly start: number; readonly end: number };

export function scan({ path, text }: SourceText): Facts {
  const { program, errors } = parseSync(path, text);
  const line = (offset: number): number => text.slice(0, offset).split('\n').length;
  const lineOf = (node: Node): number => line(node.start);
  const found = visit(program);
  return {
    path,
    lines: text.replace(/\n$/, '').split('\n').length,
    errors: errors.map(({ message }) => message),
    imports: found.imports.map(({ from, how, node }) => ({ from, how, line: lineOf(node) })),
    anys: found.anys.map(lineOf),
    globals: found.globals.map(({ name, node }) => ({ name, line: lineOf(node) })),
    functions: found.functions.map((node) => ({
      line: lineOf(node),
      lines: line(node.end) - lineOf(node) + 1,
    })),
    barrel: isBarrel(program),
    starExports: found.starExports.map(lineOf),
  };
}

function visit(program: Program) {
  const imports: { from: string; how: Import['how']; node: Node }[] = [];
  const anys: Node[] = [];
  const globals: { name: string; node: Node }[] = [];
  const functions: Node[] = [];
  const starExports: Node[] = [];
  const keys = new Set<Node>();

  const importing = (node: Node, source: unknown, how: Import['how']): void => {
    const from = literal(source);
    if (from !== null) imports.push({ from, how, node });
  };
  const key = (node: { key: Node; computed: boolean }): void => {
    if (!node.computed) keys.add(node.key);
  };
  const functionNode = (node: FunctionNode): void => {
    if (node.body) functions.push(node);
  };

  const visitor: VisitorObject = {
    ImportDeclaration: (node) =>
      importing(node, node.source, node.importKind === 'type' ? 'type' : 'static'),
    ExportNamedDeclaration: (node) =>
      importing(node, node.source, node.exportKind === 'type' ? 'type' : 'static'),
    ExportAllDeclaration: (node) => {
      importing(node, node.source, node.exportKind === 'type' ? 'type' : 'static');
      starExports.push(node);
    },
    ImportExpression: (node) => importing(node, node.source, 'dynamic'),
    TSImportType: (node) => importing(node, node.source, 'type'),
    TSAnyKeyword: (node) => anys.push(node),
    // A key or a member of that name is not the global.
    MemberExpression: (node) => {
      if (!node.computed) keys.add(node.property);
      if (!node.computed && named(node.object) === 'globalThis') keys.delete(node.property);
    },
    Property: (node) => {
      if (!node.shorthand) key(node);
    },
    MethodDefinition: key,
    PropertyDefinition: key,
    TSMethodSignature: key,
    TSPropertySignature: key,
    Identifier: (node) => {
      if (/^(console|process)$/.test(node.name) && !keys.has(node))
        globals.push({ name: node.name, node });
    },
    FunctionDeclaration: functionNode,
    FunctionExpression: functionNode,
    ArrowFunctionExpression: (node) => {
      if (!node.expression) functions.push(node);
    },
  };
  new Visitor(visitor).visit(program);
  return { imports, anys, globals, functions, starExports };
}

function isBarrel({ body }: Program): boolean {
  const exported = body.filter(
    (node) =>
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && node.declaration === null),
  );
  const others = body.filter((node) => node.type !== 'ImportDeclaration');
  return exported.length > 0 && exported.length === others.length;
}

function literal(source: unknown): string | null {
  if (typeof source !== 'object' || source === null || !('value' in source)) return null;
  return typeof source.value === 'string' ? source.value : null;
}

function named(node: { readonly type: string; readonly name?: unknown }): unknown {
  return node.type === 'Identifier' ? node.name : null;
}
