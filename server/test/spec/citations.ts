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
  /** False where the test does not run, or passes when the rule is broken. */
  proves: boolean;
}

type Node = Record<string, unknown>;

/**
 * How a test proves rules: `(spec: <id>)` or `(spec: <id>; <id>)` in the title of a test, it or describe.
 * Ids are written out, because one put together at run time (`${path}`, `$path`) cannot be read here.
 */
const citation = /\s*\(spec:\s*([^()]*)\)/g;
const provesNothing = new Set(['skip', 'todo', 'fails']);

/** Parsed rather than matched, so that a comment or a fixture within a string proves nothing. */
export function findCitations(files: readonly TestFile[]): Citation[] {
  return files.flatMap(({ file, text }) => {
    if (!text.includes('spec:')) return [];
    const found: Citation[] = [];
    visit(parseSync(text, { syntax: 'typescript' }), { file, titles: [], live: true, found });
    return found;
  });
}

interface Place {
  file: string;
  titles: readonly string[];
  live: boolean;
  found: Citation[];
}

/** Answers how many tests that really run are below, since a describe without any proves nothing. */
function visit(node: unknown, place: Place): number {
  if (Array.isArray(node)) return node.reduce((sum: number, item) => sum + visit(item, place), 0);
  if (typeof node !== 'object' || node === null) return 0;
  const call = readCall(node as Node, place.file);
  if (call === null) return visit(Object.values(node), place);

  const live = place.live && !call.modifiers.some((name) => provesNothing.has(name));
  const titles = [...place.titles, call.title.replaceAll(citation, '').trim()];
  const below = visit(call.arguments, { ...place, titles, live });
  const tests = call.name === 'describe' ? below : Number(live && call.arguments.length > 1);
  for (const id of citedIds(call.title, place.file)) {
    place.found.push({ id, file: place.file, title: titles.join(' › '), proves: tests > 0 });
  }
  return tests;
}

function citedIds(title: string, file: string): string[] {
  if (/\bspec:/i.test(title.replaceAll(citation, ''))) {
    throw new Error(`${file}: cannot read the citation in "${title}"; write (spec: <id>; <id>)`);
  }
  return [...title.matchAll(citation)].flatMap((match) =>
    (match[1] ?? '').split(';').map((id) => id.trim().replaceAll(/\s+/g, ' ')),
  );
}

interface TestCall {
  name: string;
  modifiers: string[];
  title: string;
  arguments: unknown[];
}

function readCall(node: Node, file: string): TestCall | null {
  if (node['type'] !== 'CallExpression') return null;
  const args = (node['arguments'] as { expression: Node }[]).map(({ expression }) => expression);
  const title = literalText(args[0]);
  if (title === null) return null;
  const { name, modifiers } = readCallee(node['callee'] as Node);
  if (name === 'test' || name === 'it' || name === 'describe') {
    return { name, modifiers, title, arguments: args };
  }
  if (title.search(citation) >= 0 && args.some(({ type }) => /Function/.test(String(type)))) {
    throw new Error(
      `${file}: "${title}" cites a rule, but is the title of ${name}, not of test, it or describe`,
    );
  }
  return null;
}

/** `test`, and what is chained to it, as in `test.skipIf(x)('…')` and `test.concurrent.each(x)('…')`. */
function readCallee(callee: Node): { name: string; modifiers: string[] } {
  if (callee['type'] === 'Identifier') return { name: String(callee['value']), modifiers: [] };
  if (callee['type'] === 'MemberExpression') {
    const { name, modifiers } = readCallee(callee['object'] as Node);
    return { name, modifiers: [...modifiers, String((callee['property'] as Node)['value'])] };
  }
  const inner = callee['callee'] ?? callee['tag'];
  return inner ? readCallee(inner as Node) : { name: '', modifiers: [] };
}

function literalText(node: Node | undefined): string | null {
  if (node?.['type'] === 'StringLiteral') return String(node['value']);
  if (node?.['type'] === 'TemplateLiteral') {
    return (node['quasis'] as Node[]).map((part) => String(part['cooked'])).join('…');
  }
  if (node?.['type'] === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [literalText(node['left'] as Node), literalText(node['right'] as Node)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}
