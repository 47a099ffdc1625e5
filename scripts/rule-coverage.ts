import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Citation, findCitations, type RuleBook, type TestFile } from '../server/test/spec/citations.ts';
import { citedRules, readContract, wrongCitations } from '../server/test/spec/contract.ts';
import type { Rule, Section } from '../server/test/spec/rule.ts';
import { sections as wholeSpecification } from '../server/test/spec/rules.ts';

const listedTests = 4;

/** The differences between the two pages. */
interface Page {
  book: RuleBook;
  heading: string;
  example: string;
  /** The files whose comments cite each rule, on the page that shows where a rule is decided. */
  decidedIn?: ReadonlyMap<string, readonly string[]>;
}

const specificationPage: Page = {
  book: 'spec',
  heading: 'Test coverage of the specification',
  example: '(spec: Authentication 5; Status 401)',
};

/** Generates `docs/spec-coverage.md` for the tests below `root`. */
export function specCoverage(root: string): string {
  return coverageOf(readTests(root), wholeSpecification);
}

/** Files that may cite rules of the contract. */
export const citingFiles = [
  '{server,web}/src/**/*.{ts,tsx}',
  '{server/test,bench,scripts}/**/*.ts',
  'docs/**/*.md',
  '*.md',
];

/**
 * Generates `docs/contract-coverage.md`; throws if a rule has no test or is not cited in the source, or if a
 * citation names no rule.
 */
export function contractCoverage(root: string): string {
  const sections = readContract(readFileSync(join(root, 'docs/contract.md'), 'utf8'));
  const wrong = readFiles(root, citingFiles).flatMap(({ file, text }) =>
    wrongCitations(text, sections).map((each) => `${file}: ${each}`),
  );
  if (wrong.length > 0) throw new Error(wrong.join('; '));
  const sources = readFiles(root, ['{server,web}/src/**/*.{ts,tsx}']).filter(
    ({ file }) => !/\.test\.tsx?$/.test(file),
  );
  const decidedIn = decisionsByRule(sources);
  const tests = readTests(root);
  const proofs = proofsByRule(tests, sections, 'contract');
  const rules = sections.flatMap((section) =>
    section.rules.filter(({ noteReason }) => noteReason === undefined).map(({ id }) => id),
  );
  const missing = [
    ...rules.filter((id) => !proofs.has(id)).map((id) => `no test cites ${id}`),
    ...rules.filter((id) => !decidedIn.has(id)).map((id) => `no source file cites ${id}`),
  ];
  if (missing.length > 0) throw new Error(`docs/contract.md: ${missing.join('; ')}`);
  return coverageOf(tests, sections, {
    book: 'contract',
    heading: 'Test coverage of the API contract',
    example: '(contract: Fields 3; Sending 1)',
    decidedIn,
  });
}

/** The order of the files does not change the result, so that regenerating shows only real changes. */
export function coverageOf(
  files: readonly TestFile[],
  sections: readonly Section[],
  page: Page = specificationPage,
): string {
  const proofs = proofsByRule(files, sections, page.book);
  const rules = sections.flatMap((section) => section.rules);
  const notes = rules.filter((rule) => rule.noteReason !== undefined);
  const proven = rules.filter((rule) => rule.noteReason === undefined && proofs.has(rule.id));
  const open = rules.length - notes.length - proven.length;
  return [
    `# ${page.heading}`,
    '',
    '<!-- Generated from test titles by `npm run generate`; do not edit. -->',
    '',
    `${rules.length} rules. Proven: ${proven.length}. Open: ${open}. Notes: ${notes.length}.`,
    '',
    `A test cites the rules it proves in its title: \`${page.example}\`. Skipped tests do not count.`,
    ...sections.flatMap((section) => sectionTable(section, proofs, page)),
    '',
  ].join('\n');
}

const readTests = (root: string) =>
  readFiles(root, ['{server,web}/src/**/*.test.ts', 'server/test/**/*.test.ts']);

function readFiles(root: string, patterns: readonly string[]): TestFile[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

function decisionsByRule(sources: readonly TestFile[]): Map<string, string[]> {
  const decisions = new Map<string, string[]>();
  for (const { file, text } of sources.toSorted(byFile)) {
    for (const id of new Set(citedRules(text))) {
      decisions.set(id, [...(decisions.get(id) ?? []), file]);
    }
  }
  return decisions;
}

function proofsByRule(
  files: readonly TestFile[],
  sections: readonly Section[],
  book: RuleBook,
): Map<string, Citation[]> {
  const known = new Set(sections.flatMap((section) => section.rules.map((rule) => rule.id)));
  const proofs = new Map<string, Citation[]>();
  // Keeps the order of tests within a file, because their authors chose it.
  for (const citation of findCitations(files.toSorted(byFile), book)) {
    if (!known.has(citation.id)) {
      throw new Error(`${citation.file}: "${citation.title}" cites the unknown rule "${citation.id}"`);
    }
    if (citation.proves) proofs.set(citation.id, [...(proofs.get(citation.id) ?? []), citation]);
  }
  return proofs;
}

const byFile = (a: TestFile, b: TestFile) => (a.file < b.file ? -1 : 1);

function sectionTable({ title, rules }: Section, proofs: Map<string, Citation[]>, page: Page): string[] {
  const columns = ['rule', 'what it says', ...(page.decidedIn ? ['decided in'] : []), 'proven by'];
  const rows = rules.map((rule) => [
    rule.id,
    rule.says,
    ...(page.decidedIn ? [linked(page.decidedIn.get(rule.id) ?? [])] : []),
    provenBy(rule, proofs.get(rule.id) ?? []),
  ]);
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return ['', `## ${title}`, '', line(columns), `|${columns.map(() => '---|').join('')}`, ...rows.map(line)];
}

const linked = (files: readonly string[]) =>
  shortened(files.map((file) => `[${basename(file)}](../${file})`)).join('<br>');

function provenBy(rule: Rule, citations: readonly Citation[]): string {
  if (rule.noteReason !== undefined) return `note: ${rule.noteReason}`;
  if (citations.length === 0) return '**open**';
  return shortened(
    citations.map(({ file, title }) => `[${basename(file)}](../${file}): ${plain(title)}`),
  ).join('<br>');
}

function shortened(entries: readonly string[]): string[] {
  const more = entries.length - listedTests;
  return [...entries.slice(0, listedTests), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** Escapes Markdown in a title. */
const plain = (title: string) => title.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|~&]/g, '\\$&');

if (import.meta.main) process.stdout.write(specCoverage(join(import.meta.dirname, '..')));
