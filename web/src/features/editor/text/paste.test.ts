import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openText } from './open-text.rules.ts';
import { readPaste, readPlainPaste } from './paste.rules.ts';
import { picturesIn } from './pasted-style.rules.ts';
import { readPasted } from './pasted-tree.rules.ts';
import { writeRich } from './write-rich.rules.ts';

const folder = new URL('./fixtures/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.pasted.txt'))
  .map((name) => name.replace('.pasted.txt', ''));

describe('content copied from other programs', () => {
  test.each(names)('%s', (name) => {
    const html = writeRich(readPaste(read(`${name}.pasted.txt`)));
    // One block per line, so that the file is readable.
    expect(html).toBe(read(`${name}.expected.txt`).replace(/\n\s*/g, ''));
    expect(openText('rich', html)).toHaveProperty('doc');
  });

  test('covers every program that people copy from', () => {
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

test('plain text: each line becomes a paragraph, a single line remains inline', () => {
  expect(writeRich(readPlainPaste('a & b'))).toBe('a &amp; b');
  expect(writeRich(readPlainPaste('a\r\n\r\nb\n'))).toBe('<p>a</p><p>b</p>');
});

describe('with its formatting', () => {
  test.each([
    [
      '<p style="color:red;font-family:Comic Sans MS">a</p>',
      '<p><span style="color:red;font-family:comic sans ms">a</span></p>',
    ],
    ['<p style="text-align:center">a</p>', '<p style="text-align:center">a</p>'],
    [
      '<span style="font-family:&quot;Comic Sans MS&quot;">a</span>',
      `<span style="font-family:'comic sans ms'">a</span>`,
    ],
    ['<font color="#FF0000" face="Arial">a</font>', '<span style="color:#ff0000;font-family:arial">a</span>'],
    ['<span style="background:yellow">a</span>', '<span style="background-color:yellow">a</span>'],
    ['<b style="font-size:30px">a</b>', '<span style="font-size:30px"><strong>a</strong></span>'],
    [
      '<p style="color:red"><span style="color:blue">a</span></p>',
      '<p><span style="color:blue">a</span></p>',
    ],
    [
      '<table><tr><td style="background-color:#eee" align="right">a</td></tr></table>',
      '<table><tr><td style="text-align:right;background-color:#eee">a</td></tr></table>',
    ],
    ['<ul><li style="color:red">a</li></ul>', '<ul><li><span style="color:red">a</span></li></ul>'],
  ])('%s becomes %s', (html, expected) => {
    const written = writeRich(readPaste(html, true));
    expect(written).toBe(expected);
    expect(openText('rich', written)).toHaveProperty('doc');
  });

  test.each([
    '<p style="color:inherit;font-size:auto">a</p>',
    '<p style="position:fixed;background:url(https://spy.test/a.png);color:expression(x)">a</p>',
    '<p style="color:{{ variables.a }}">a</p>',
    '<p style="font-family:x}</style><script>alert(1)</script>">a</p>',
    '<p style="margin:-99px;text-align:left">a</p>',
  ])('%s contains nothing that emails support', (html) => {
    expect(readPaste(html, true).eq(readPaste(html))).toBe(true);
  });

  test.each(names)('%s can also be edited in place', (name) => {
    const html = read(`${name}.pasted.txt`);
    expect(openText('rich', writeRich(readPaste(html, true)))).toHaveProperty('doc');
    // The text and its structure are the same.
    expect(readPaste(html, true).textContent).toBe(readPaste(html).textContent);
  });
});

test('pastes embedded images, but not external ones or tracking pixels', () => {
  const html = `<p>a<img src="data:image/PNG;base64,iVBORw0KGgo="><img src="https://a.test/a.png"><img src="https://spy.test/p.gif" width="1" height="1"><img src="data:text/html;base64,AAAA"><img src="data:image/png;base64,<b>"></p>`;
  expect(picturesIn(readPasted(html))).toEqual({
    own: [{ type: 'image/png', base64: 'iVBORw0KGgo=' }],
    left: 3,
  });
});
