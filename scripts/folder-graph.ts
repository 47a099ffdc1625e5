import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseSync } from '@swc/core';

/**
 * Which folder imports which, and where that forms a cycle: `node scripts/folder-graph.ts server/src
 * web/src`. Every import counts, including type imports and dynamic imports. Tests do not count.
 */
export interface FolderEdge {
  from: string;
  to: string;
  imports: FileImport[];
}

/** Paths below the root. */
interface FileImport {
  file: string;
  target: string;
}

/** The parts of a syntax tree that name another module. */
interface SyntaxNode {
  type?: string;
  source?: SyntaxNode;
  argument?: SyntaxNode;
  expression?: SyntaxNode;
  callee?: SyntaxNode;
  arguments?: SyntaxNode[];
  value?: string;
  quasis?: { cooked: string }[];
}

/** The module that a node imports from, if it is an import of any kind. */
function specifier(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return node.source?.value;
    case 'TsImportType':
      return node.argument?.value;
    case 'CallExpression': {
      const name = node.callee?.type === 'Import' ? node.arguments?.[0]?.expression : undefined;
      return name?.value ?? name?.quasis?.[0]?.cooked;
    }
    default:
      return undefined;
  }
}

function specifiers(file: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (!node || typeof node !== 'object') return;
    const name = specifier(node as SyntaxNode);
    if (name) found.push(name);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('.tsx') }).body);
  return found;
}

/**
 * The folder that a file belongs to, or its ancestor at `depth`; a file at the root counts as a separate
 * folder.
 */
function room(file: string, depth: number): string {
  const parts = file.split(sep);
  return parts.length === 1 ? file : parts.slice(0, Math.min(depth, parts.length - 1)).join('/');
}

function fileImports(root: string): FileImport[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] }).sort();
  if (files.length === 0) throw new Error(`there is nothing to read in ${root}`);
  return files.flatMap((file) =>
    specifiers(join(root, file))
      .filter((name) => name.startsWith('.'))
      .map((name) => ({ file, target: relative(root, join(root, dirname(file), name)) }))
      .filter(({ target }) => !target.startsWith('..'))
      .map((found) => {
        if (existsSync(join(root, found.target))) return found;
        throw new Error(`${found.file} imports ${found.target}, which is not there`);
      }),
  );
}

function betweenFolders(imports: readonly FileImport[], depth: number): FolderEdge[] {
  const edges = new Map<string, FolderEdge>();
  for (const { file, target } of imports) {
    const [from, to] = [room(file, depth), room(target, depth)];
    if (from === to) continue;
    const key = `${from} → ${to}`;
    const edge = edges.get(key) ?? { from, to, imports: [] };
    edge.imports.push({ file, target });
    edges.set(key, edge);
  }
  return [...edges.values()];
}

/**
 * The imports between folders of `root`; with a `depth`, anything deeper counts as its ancestor at that
 * depth.
 */
export const folderGraph = (root: string, { depth = Number.POSITIVE_INFINITY } = {}) =>
  betweenFolders(fileImports(root), depth);

/** Folders that import each other, directly or not: each cycle with the edges inside it. */
export function importCycles(graph: readonly FolderEdge[]): FolderEdge[][] {
  const next = Map.groupBy(graph, ({ from }) => from);
  const reach = (start: string) => {
    const seen = new Set<string>();
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const { to } of next.get(at) ?? []) {
        if (!seen.has(to)) open.push(to);
        seen.add(to);
      }
    return seen;
  };
  const reached = new Map([...next.keys()].map((from) => [from, reach(from)]));
  const inCircle = graph.filter(({ from, to }) => reached.get(to)?.has(from));
  const circleOf = ({ from }: FolderEdge) =>
    [...reached.keys()].find((other) => reached.get(from)?.has(other) && reached.get(other)?.has(from));
  return [...Map.groupBy(inCircle, circleOf).values()];
}

const describe = (root: string, rooms: string, circle: readonly FolderEdge[]) =>
  [
    `circle in ${root}: ${rooms}`,
    ...circle.flatMap(({ from, to, imports }) => [
      `  ${from} → ${to}`,
      ...imports.map(({ file, target }) => `    ${file} imports ${target}`),
    ]),
  ].join('\n');

/**
 * Folders must not import each other in a cycle at any depth: not areas, nor the folders inside them, and so
 * on.
 */
export function describeCycles(root: string): string[] {
  const imports = fileImports(root);
  const deepest = Math.max(...imports.map(({ file }) => file.split(sep).length - 1));
  const found = new Map<string, string>();
  for (let depth = deepest; depth > 0; depth--)
    for (const circle of importCycles(betweenFolders(imports, depth))) {
      const rooms = [...new Set(circle.map(({ from }) => from))].sort().join(', ');
      if (!found.has(rooms)) found.set(rooms, describe(root, rooms, circle));
    }
  return [...found.values()];
}

if (import.meta.main) {
  const found = process.argv.slice(2).flatMap(describeCycles);
  if (found.length > 0) console.error(found.join('\n'));
  process.exitCode = found.length > 0 ? 1 : 0;
}
