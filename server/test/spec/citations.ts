import { parseSync } from '@swc/core';

export interface TestFile {
  file: string;
  text: string;
}

export interface Citation {
  id: string;
  file: string;
  /** Titles of the enclosing describes and of the test, without their citations. */
  title: string;
  /** False if the test does not run, or passes when the rule is broken. */
  proves: boolean;
}

type AstNode = Record<string, unknown>;

/** The specification, or `docs/contract.md`. */
export type RuleBook = 'spec' | 'contract';

/**
 * How a test proves rules: `(spec: <id>)` or `(spec: <id>; <id>)` in the title of a test, it or describe, and
 * likewise with `contract`. IDs are written out, because one assembled at run time (`${path}`, `$path`)
 * cannot be read here.
 */
const citationOf = {
  spec: /\s*\(spec:\s*([^()]*)\)/g,
  contract: /\s*\(contract:\s*([^()]*)\)/g,
};
const anyCitation = /\s*\((?:spec|contract):\s*[^()]*\)/g;
/** `nightlyOnly` is a test of the nightly check (harness/nightly-only.ts). */
const titled = new Set(['test', 'it', 'describe', 'nightlyOnly']);
const unprovenModifiers = new Set(['skip', 'todo', 'fails']);

/** Parsed rather than matched, so that a comment or a fixture within a string does not count. */
export function findCitations(files: readonly TestFile[], book: RuleBook = 'spec'): Citation[] {
  return files.flatMap(({ file, text }) => {
    if (!text.includes(`${book}:`)) return [];
    const found: Citation[] = [];
    visit(parseSync(text, { syntax: 'typescript' }), { file, book, titles: [], live: true, found });
    return found;
  });
}

interface VisitState {
  file: string;
  book: RuleBook;
  titles: readonly string[];
  live: boolean;
  found: Citation[];
}

/** Returns how many tests below really run, because a describe without any does not count. */
function visit(node: unknown, place: VisitState): number {
  if (Array.isArray(node)) return node.reduce((sum: number, item) => sum + visit(item, place), 0);
  if (typeof node !== 'object' || node === null) return 0;
  const call = readCall(node as AstNode, place);
  if (call === null) return visit(Object.values(node), place);

  const live = place.live && !call.modifiers.some((name) => unprovenModifiers.has(name));
  const titles = [...place.titles, call.title.replaceAll(anyCitation, '').trim()];
  const below = visit(call.arguments, { ...place, titles, live });
  const tests = call.name === 'describe' ? below : Number(live && call.arguments.length > 1);
  for (const id of citedIds(call.title, place)) {
    place.found.push({ id, file: place.file, title: titles.join(' › '), proves: tests > 0 });
  }
  return tests;
}

function citedIds(title: string, { file, book }: VisitState): string[] {
  if (new RegExp(`\\b${book}:`, 'i').test(title.replaceAll(citationOf[book], ''))) {
    throw new Error(`${file}: cannot read the citation in "${title}"; write (${book}: <id>; <id>)`);
  }
  return [...title.matchAll(citationOf[book])].flatMap((match) =>
    (match[1] ?? '').split(';').map((id) => id.trim().replaceAll(/\s+/g, ' ')),
  );
}

interface TestCall {
  name: string;
  modifiers: string[];
  title: string;
  arguments: unknown[];
}

function readCall(node: AstNode, { file, book }: VisitState): TestCall | null {
  if (node['type'] !== 'CallExpression') return null;
  const args = (node['arguments'] as { expression: AstNode }[]).map(({ expression }) => expression);
  const title = literalText(args[0]);
  if (title === null) return null;
  const { name, modifiers } = readCallee(node['callee'] as AstNode);
  if (titled.has(name)) {
    return { name, modifiers, title, arguments: args };
  }
  if (title.search(citationOf[book]) >= 0 && args.some(({ type }) => /Function/.test(String(type)))) {
    throw new Error(
      `${file}: "${title}" cites a rule, but is the title of ${name}, not of ${[...titled].join(', ')}`,
    );
  }
  return null;
}

/** `test` and its chained modifiers, as in `test.skipIf(x)('…')` and `test.concurrent.each(x)('…')`. */
function readCallee(callee: AstNode): { name: string; modifiers: string[] } {
  if (callee['type'] === 'Identifier') return { name: String(callee['value']), modifiers: [] };
  if (callee['type'] === 'MemberExpression') {
    const { name, modifiers } = readCallee(callee['object'] as AstNode);
    return { name, modifiers: [...modifiers, String((callee['property'] as AstNode)['value'])] };
  }
  const inner = callee['callee'] ?? callee['tag'];
  return inner ? readCallee(inner as AstNode) : { name: '', modifiers: [] };
}

function literalText(node: AstNode | undefined): string | null {
  if (node?.['type'] === 'StringLiteral') return String(node['value']);
  if (node?.['type'] === 'TemplateLiteral') {
    return (node['quasis'] as AstNode[]).map((part) => String(part['cooked'])).join('…');
  }
  if (node?.['type'] === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [literalText(node['left'] as AstNode), literalText(node['right'] as AstNode)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}
