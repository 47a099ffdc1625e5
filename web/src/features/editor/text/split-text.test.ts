import { expect, test } from 'vitest';
import { openText } from './open-text.rules.ts';
import { splitAt } from './split-text.rules.ts';

/** Splits at the character `|`, which marks the position and isn't part of the text. */
function split(html: string) {
  const opened = openText('rich', html);
  if (!('doc' in opened)) throw new Error(opened.reason);
  let place = 0;
  opened.doc.descendants((node, pos) => {
    const at = node.isText ? (node.text ?? '').indexOf('|') : -1;
    if (at >= 0) place = pos + at;
  });
  const halves = splitAt(opened.doc, place);
  return halves?.map((half) => half.replace('|', '')) ?? null;
}

test.each([
  ['<p>one |two</p>', ['<p>one</p>', '<p>two</p>']],
  [
    '<p style="margin:0">one <b>t|wo</b></p>',
    ['<p style="margin:0">one <b>t</b></p>', '<p style="margin:0"><b>wo</b></p>'],
  ],
  ['<p>one</p><p>|two</p>', ['<p>one</p>', '<p>two</p>']],
  ['one |two', ['one', 'two']],
  ['<ul><li>one</li><li>|two</li></ul>', ['<ul><li>one</li></ul>', '<ul><li>two</li></ul>']],
  [
    '<div align="center"><p>a</p><p>|b</p></div>',
    ['<div align="center"><p>a</p></div>', '<div align="center"><p>b</p></div>'],
  ],
  [
    '{% if variables.a %}<p>a</p>{% endif %}<p>|b</p>',
    ['{% if variables.a %}<p>a</p>{% endif %}', '<p>b</p>'],
  ],
  ['<p>{{ variables.a }}|{{ variables.b }}</p>', ['<p>{{ variables.a }}</p>', '<p>{{ variables.b }}</p>']],
])('%s is split', (html, halves) => {
  expect(split(html)).toEqual(halves);
});

test.each([
  ['in a table', '<table><tr><td>a|b</td></tr></table>'],
  ['within Liquid', '{% if variables.a %}<p>a|b</p>{% endif %}'],
  ['where nothing is before it', '<p> </p><p>|b</p>'],
  ['where a break is all that is before it', '<p><br>|b</p>'],
])('not %s', (_, html) => {
  expect(split(html)).toBeNull();
});

test('is not split at its end', () => {
  const opened = openText('rich', '<p>a</p>');
  if (!('doc' in opened)) throw new Error(opened.reason);
  expect(splitAt(opened.doc, opened.doc.content.size - 1)).toBeNull();
});
