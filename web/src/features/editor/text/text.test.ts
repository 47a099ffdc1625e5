import fc from 'fast-check';
import { starterDesigns } from 'outstep/features/layouts/starter-designs/starter-designs.rules.ts';
import { blockKinds } from 'outstep/features/rendering/design/all-blocks.schema.ts';
import { splitLiquid } from 'outstep/features/rendering/liquid/cut-liquid.rules.ts';
import { piecesOf } from 'outstep/features/rendering/liquid/liquid-pieces.rules.ts';
import { mailHtml } from 'outstep/features/rendering/liquid/mail-html.rules.ts';
import type { Json } from 'outstep/kernel/json.ts';
import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { endOfText, insertBelowLine } from './caret.rules.ts';
import { chipsIn, codeOf, labelOf, partsOf } from './chips.rules.ts';
import { decodeText, encodeText } from './entities.rules.ts';
import { richTexts } from './generated-texts.ts';
import { openText, type TextEditorKind, writeText } from './open-text.rules.ts';
import { chipsFromWords, preserveLineBreaksPlugin } from './text-plugins.ts';

const written = (text: string, kind: TextEditorKind = 'rich') => {
  const opened = openText(kind, text);
  return 'doc' in opened ? writeText(kind, opened.doc) : opened.reason;
};

/** All strings in members with this name. */
function textsNamed(value: Json | undefined, name: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === name && typeof inner === 'string' ? [inner] : textsNamed(inner, name),
  );
}

/** The sanitized HTML without whitespace. */
const sent = (html: string) => mailHtml(html).replace(/\s+/g, '');

describe('splitting into Liquid and text', () => {
  test.each([
    'plain',
    'a {{ b }} c',
    '{% if a %}x{% endif %}',
    '{% raw %}{{ not }}{% endraw %} {{ yes }}',
    '{% comment %} {{ x }} <b> {% endcomment %}y',
    '{{ "}}" | append: "%}" }}',
  ])('%s: the pieces add up to the text', (text) => {
    expect(
      splitLiquid(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  test('splits Liquid where the compiler does', () => {
    for (const text of [
      'a {{- b -}} c',
      '{% if a %}x{% endif %}',
      '{% comment %}{{ x }}{% endcomment %}',
      '{{ "}}" }}',
    ])
      expect(splitLiquid(text).map((piece) => piece.text)).toEqual(piecesOf(text).map((piece) => piece.text));
  });

  test('keeps everything that is not Liquid in one piece', () => {
    const codes = (text: string) =>
      splitLiquid(text).flatMap((piece) => (piece.isLiquid ? [piece.text] : []));
    expect(codes('a{% raw %}{{ b }}{% endraw %}c')).toEqual(['{% raw %}{{ b }}{% endraw %}']);
    expect(codes('{% comment %}{{ b }}{% endcomment %}')).toEqual(['{% comment %}{{ b }}{% endcomment %}']);
    expect(() => splitLiquid('{% comment %}a')).toThrow();
    expect(() => splitLiquid('a {{ b')).toThrow();
  });
});

describe('opening', () => {
  const ready = [...starterDesigns.en, ...starterDesigns.de].flatMap((design) =>
    textsNamed(design as unknown as Json, 'html'),
  );
  const samples = blockKinds.flatMap(({ type, sample }) =>
    type === 'text' ? textsNamed(sample as Json, 'html') : [],
  );

  test('every text of the starter designs survives a round trip byte for byte', () => {
    expect(ready.length).toBeGreaterThan(5);
    for (const html of [...ready, ...samples]) expect(written(html)).toBe(html);
  });

  test.each([
    '<p>a</p><p style="margin:8px 0;color:#ABC">b</p>',
    'no paragraph, <b>only</b> words',
    '<a href="{{ variables.url | default: \'https://a.test\' }}"><b>x</b></a>',
    '<a href=\'{{ variables.url | default: "https://a.test" }}\'>x</a>',
    '<b><i>x</i></b><i><b>y</b></i>',
    '{% if variables.a %}<p>x</p>{% else %}<p>y</p>{% endif %}',
    '<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>',
    '<ol start="3" type="a"><li>{{ variables.a }}</li></ol>',
    '<table width="100%"><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td></td></tr></tbody></table>',
    '<table><tr><td>a<br>b</td></tr></table>',
    '<div align="center">a<p>b</p></div><hr><blockquote>c</blockquote><center>d</center>',
    '<p><img src="https://a.test/a.png" alt="" width="20">&nbsp;x &amp; y &lt;z&gt;</p>',
    '<p></p>',
    '{% comment %}<b>{% endcomment %}',
  ])('%s survives a round trip byte for byte', (html) => {
    expect(written(html)).toBe(html);
  });

  test.each([
    ['<p>a\n  b</p>\n\n<p> c </p>', '<p>a b</p><p>c</p>'],
    ['<P STYLE=color:red>a<BR/></P>', '<p style="color:red">a<br></p>'],
    ['&eacute;&#8211;&#x2014;', 'é–—'],
    ['AT&T', 'AT&amp;T'],
    ['', '<p></p>'],
  ])('%s is written as %s, which looks the same', (html, expected) => {
    expect(written(html)).toBe(expected);
  });

  test.each([
    ['<ul>{% for a in variables.b %}<li>x</li>{% endfor %}</ul>', 'liquid'],
    ['<table><tr>{% if a %}<td>x</td>{% endif %}</tr></table>', 'liquid'],
    ['<p {% if a %}title="x"{% endif %}>x</p>', 'liquid'],
    ['<p>a', 'markup'],
    ['<p>a {{ b</p>', 'markup'],
    ['<b><i>x</b></i>', 'markup'],
    ['<p class="x">a</p>', 'unknown'],
    ['<!-- a --><p>b</p>', 'unknown'],
    ['<script>a</script>', 'unknown'],
    ['<table border><tr><td>a</td></tr></table>', 'unknown'],
    ['&copy 2026', 'unknown'],
    ['&madeup;', 'unknown'],
    ['<p><div>a</div></p>', 'changed'],
    ['<b></b>x', 'changed'],
    ['<b>x</b><b>y</b>', 'changed'],
    ['&#123;&#123; a }}', 'changed'],
    ['<ul>a</ul>', 'changed'],
  ])('%s remains code: %s', (html, reason) => {
    expect(written(html)).toBe(reason);
  });

  test('a single-line field contains words and Liquid, never markup', () => {
    for (const text of ['', 'Hi {{ variables.a }}!', 'a < b & c', '<b>x</b>', ' two  spaces\n'])
      expect(written(text, 'line')).toBe(text);
    expect(written('{{ a', 'line')).toBe('markup');
  });
});

test('every text survives a round trip or remains code', () => {
  let opened = 0;
  fc.assert(
    fc.property(richTexts, (html) => {
      const result = openText('rich', html);
      if ('reason' in result) return;
      opened++;
      const back = writeText('rich', result.doc);
      if (html.trim() !== '') expect(sent(back)).toBe(sent(html));
      // Writing is stable after the first time.
      expect(written(back)).toBe(back);
    }),
    { numRuns: 1000 },
  );
  // Falling back to code should be the exception.
  expect(opened).toBeGreaterThan(500);
});

/** Types a word into a newly opened text. */
function typed(doc: Node, word: string): string {
  const plugins = [chipsFromWords, preserveLineBreaksPlugin];
  const state = EditorState.create({ doc, selection: endOfText(doc), plugins });
  const next = state.apply(insertBelowLine(state, word) ?? state.tr.insertText(word));
  return writeText('rich', next.doc);
}

test('typing a word changes no other part of any text', () => {
  fc.assert(
    fc.property(richTexts, (html) => {
      const opened = openText('rich', html);
      if ('reason' in opened || html.trim() === '') return;
      const after = sent(typed(opened.doc, 'Word'));
      // Below a horizontal rule it gets its own paragraph.
      expect([after.replace('Word', ''), after.replace('<p>Word</p>', '')]).toContain(sent(html));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['<p>a</p><hr>', '<p>aWord</p><hr>'],
  ['<hr>', '<hr><p>Word</p>'],
  ['<ul><li>a</li></ul><hr><hr>', '<ul><li>aWord</li></ul><hr><hr>'],
  ['<table><tr><td><hr></td></tr></table>', '<table><tr><td><hr><p>Word</p></td></tr></table>'],
])('%s: typing at its end removes no line', (html, expected) => {
  const opened = openText('rich', html);
  if (!('doc' in opened)) throw new Error(opened.reason);
  expect(typed(opened.doc, 'Word')).toBe(expected);
});

test('typing changes only the typed word', () => {
  const html =
    '<p style="margin:8px 0">Dear <b>{{ variables.name }}</b>, your tea &amp; cups</p><ul><li>one</li></ul>';
  const opened = openText('rich', html);
  if (!('doc' in opened)) throw new Error(opened.reason);
  const state = EditorState.create({ doc: opened.doc });
  let at = 0;
  opened.doc.descendants((node, pos) => {
    if (node.isText && node.text?.includes('your tea')) at = pos + node.text.indexOf('tea');
  });
  const next = state.apply(
    state.tr.setSelection(TextSelection.create(state.doc, at, at + 3)).insertText('coffee'),
  );
  expect(writeText('rich', next.doc)).toBe(html.replace('tea', 'coffee'));
});

describe('chips', () => {
  const variables = { order: { name: '#1001', items: [{ title: 'Tea' }] }, none: null };

  test.each([
    ['{{ variables.order.name }}', '#1001'],
    ['{{- variables.order.items[0].title | upcase -}}', 'Tea'],
    ['{{ variables.first | default: "friend" }}', 'friend'],
    ['{{ variables.customer.email }}', 'customer.email'],
    ['{% if variables.order %}', 'if variables.order'],
    ['{{ "a" | append: "b" }}', '"a" | append: "b"'],
  ])('%s is shown as %s', (code, label) => {
    expect(labelOf(code, { variables })).toBe(label);
  });

  test('are recognized in text as soon as they are closed', () => {
    expect(chipsIn('a {{ b }} {{ c').map(({ code }) => code)).toEqual(['{{ b }}']);
    expect(chipsIn('{% if a %}').map(({ from, to }) => [from, to])).toEqual([[0, 10]]);
    expect(chipsIn('{{ a')).toEqual([]);
  });

  test('are parsed and put back together', () => {
    expect(partsOf('{{ variables.a | upcase }}')).toEqual({ path: 'variables.a', filters: 'upcase' });
    expect(partsOf('{% if a %}')).toBeNull();
    expect(codeOf('variables.a', 'upcase | strip')).toBe('{{ variables.a | upcase | strip }}');
  });
});

test('decodes entities', () => {
  const signs = 'a & <b> \u00a0 \u00ad " \' é € 😀';
  expect(decodeText(encodeText(signs))).toBe(signs);
});
