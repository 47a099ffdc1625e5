import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const HEADINGS = ['Context', 'Decision', 'Consequences', 'Alternatives considered'];
const TITLE = /^# (\d+)\. (.+)\n\n/;
const STATUS = /^(Accepted|Superseded by \[ADR \d+\]\([^)]+\)), (\d{4}-\d\d-\d\d)/;

/** Generates `docs/adr/README.md`; throws if a record lacks a title, a status or one of the four headings. */
export function adrIndex(root: string): string {
  const rows = globSync('docs/adr/[0-9]*.md', { cwd: root })
    .map((path) => basename(path))
    .sort()
    .map((file) => rowOf(file, readFileSync(join(root, 'docs/adr', file), 'utf8')));
  return [
    '# Architecture decision records',
    '',
    '<!-- Generated from the records by `npm run generate`; do not edit. -->',
    '',
    `Each record has a title that names the decision, a status with its date, and four headings: ${HEADINGS.join(', ')}. Numbers are never reused. A superseded record links to the one that replaces it.`,
    '',
    '| ADR | decision | status |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function rowOf(file: string, text: string): string {
  const [opening = '', number, title] = TITLE.exec(text) ?? [];
  const [, status, date] = STATUS.exec(text.slice(opening.length)) ?? [];
  if (!number || !status || !file.startsWith(`${number.padStart(4, '0')}-`)) {
    throw new Error(`docs/adr/${file}: starts with "# <number>. <title>" and a status with its date`);
  }
  const missing = HEADINGS.filter((heading) => !text.includes(`\n## ${heading}\n`));
  if (status === 'Accepted' && missing.length > 0) {
    throw new Error(`docs/adr/${file}: without the heading ${missing.join(', ')}`);
  }
  return `| ${number} | [${title}](${file}) | ${status}, ${date} |`;
}
