import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adrIndex } from './adr-index.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adr-'));
  mkdirSync(join(root, 'docs/adr'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(root, 'docs/adr', file), text);
const headings = ['Context', 'Decision', 'Consequences', 'Alternatives considered'];
const whole = headings.map((heading) => `## ${heading}\n\nText.\n`).join('\n');

test('lists every record by number, with its title and status', () => {
  write('0002-shut-doors.md', `# 2. Shut doors\n\nAccepted, 2026-11-18. Supersedes ADR 1.\n\n${whole}`);
  write('0001-open-doors.md', '# 1. Open doors\n\nSuperseded by [ADR 2](0002-shut-doors.md), 2026-11-18.\n');
  expect(adrIndex(root)).toContain(
    [
      '| 1 | [Open doors](0001-open-doors.md) | Superseded by [ADR 2](0002-shut-doors.md), 2026-11-18 |',
      '| 2 | [Shut doors](0002-shut-doors.md) | Accepted, 2026-11-18 |',
    ].join('\n'),
  );
});

test.each([
  ['a title', `Accepted, 2026-11-18.\n\n${whole}`],
  ['its own number', `# 4. Shut doors\n\nAccepted, 2026-11-18.\n\n${whole}`],
  ['a status', `# 3. Shut doors\n\n${whole}`],
])('rejects a record without %s', (_, text) => {
  write('0003-shut-doors.md', text);
  expect(() => adrIndex(root)).toThrow('docs/adr/0003-shut-doors.md: starts with');
});

test.each(headings)('rejects an accepted record without the heading %s', (heading) => {
  const text = whole.replace(`## ${heading}\n`, '');
  write('0003-shut-doors.md', `# 3. Shut doors\n\nAccepted, 2026-11-18.\n\n${text}`);
  expect(() => adrIndex(root)).toThrow(`without the heading ${heading}`);
});
