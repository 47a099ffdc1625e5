import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openText } from './open-text.rules.ts';
import { readPaste, readPlainPaste } from './paste.rules.ts';
import { writeRich } from './write-rich.rules.ts';

const folder = new URL('./fixtures/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.pasted.txt'))
  .map((name) => name.replace('.pasted.txt', ''));

describe('what other programs copy', () => {
  test.each(names)('%s', (name) => {
    const html = writeRich(readPaste(read(`${name}.pasted.txt`)));
    // One block a line, for whoever reads the file.
    expect(html).toBe(read(`${name}.expected.txt`).replace(/\n\s*/g, ''));
    expect(openText('rich', html)).toHaveProperty('doc');
  });

  test('every program that people copy from', () => {
    expect(names).toEqual(['docs', 'excel', 'gmail', 'outlook', 'word']);
  });
});

test.each([
  ['<script>alert(1)</script><p onclick="x()">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', 'a'],
  ['<p>a<img src="https://spy.test/a.gif">b</p>', '<p>ab</p>'],
  ['words <b>only</b>', 'words <strong>only</strong>'],
  ['<p>a<p>b', '<p>a</p><p>b</p>'],
  ['<span style="display:none">a</span>b', 'b'],
  [
    '<p>Hi {{ variables.name | default: &quot;you&quot; }}</p>',
    '<p>Hi {{ variables.name | default: "you" }}</p>',
  ],
])('%s becomes %s', (html, expected) => {
  expect(writeRich(readPaste(html))).toBe(expected);
});

test('plain text: a line is a paragraph, one line alone is words', () => {
  expect(writeRich(readPlainPaste('a & b'))).toBe('a &amp; b');
  expect(writeRich(readPlainPaste('a\r\n\r\nb\n'))).toBe('<p>a</p><p>b</p>');
});
