import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Citation, findCitations, type TestFile } from '../server/test/spec/citations.ts';
import type { Rule, Section } from '../server/test/spec/rule.ts';
import { sections as wholeSpecification } from '../server/test/spec/rules.ts';

const testFiles = ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'];
const listedTests = 4;

/** The text of `docs/spec-coverage.md` for the tests below `root`. */
export function specCoverage(root: string): string {
  const files = testFiles
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  return coverageOf(files, wholeSpecification);
}

/** The same files in any order give the same text, so that regenerating shows real changes only. */
export function coverageOf(files: readonly TestFile[], sections: readonly Section[]): string {
  const proofs = proofsByRule(files, sections);
  const rules = sections.flatMap((section) => section.rules);
  const notes = rules.filter((rule) => rule.noteReason !== undefined);
  const proven = rules.filter((rule) => rule.noteReason === undefined && proofs.has(rule.id));
  const open = rules.length - notes.length - proven.length;
  return [
    '# Which test proves which rule of the specification',
    '',
    '<!-- Generated from the titles of the tests by `npm run generate`; do not edit. -->',
    '',
    `${rules.length} rules. Proven: ${proven.length}. Open: ${open}. Notes: ${notes.length}.`,
    '',
    'A test cites what it proves by id in its title: `(spec: Authentication 5; Status 401)`. Skipped tests do not count.',
    ...sections.flatMap((section) => sectionTable(section, proofs)),
    '',
  ].join('\n');
}

function proofsByRule(files: readonly TestFile[], sections: readonly Section[]): Map<string, Citation[]> {
  const known = new Set(sections.flatMap((section) => section.rules.map((rule) => rule.id)));
  const proofs = new Map<string, Citation[]>();
  // Within a file the order of the tests stays, for it was chosen by whoever wrote them.
  const ordered = files.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  for (const citation of findCitations(ordered)) {
    if (!known.has(citation.id)) {
      throw new Error(`${citation.file}: "${citation.title}" cites the unknown rule "${citation.id}"`);
    }
    if (citation.proves) proofs.set(citation.id, [...(proofs.get(citation.id) ?? []), citation]);
  }
  return proofs;
}

function sectionTable({ title, rules }: Section, proofs: Map<string, Citation[]>): string[] {
  const rows = rules.map((rule) => {
    return `| ${rule.id} | ${rule.says} | ${provenBy(rule, proofs.get(rule.id) ?? [])} |`;
  });
  return ['', `## ${title}`, '', '| rule | what it says | proven by |', '|---|---|---|', ...rows];
}

function provenBy(rule: Rule, citations: readonly Citation[]): string {
  if (rule.noteReason !== undefined) return `note: ${rule.noteReason}`;
  if (citations.length === 0) return '**open**';
  const tests = citations.slice(0, listedTests).map(({ file, title }) => {
    return `[${basename(file)}](../${file}): ${plain(title)}`;
  });
  const more = citations.length - listedTests;
  return [...tests, ...(more > 0 ? [`and ${more} more`] : [])].join('<br>');
}

/** A title is shown as it is, whatever Markdown would make of it. */
const plain = (title: string) => title.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|~&]/g, '\\$&');

if (import.meta.main) process.stdout.write(specCoverage(join(import.meta.dirname, '..')));
