import { describe, expect, test } from 'vitest';
import { layouts as german } from '../../../texts/de/layouts.ts';
import { layouts as english } from '../../../texts/en/layouts.ts';
import { translate } from '../../../texts/en/translate.ts';
import { writeText } from '../../editor/text/open-text.rules.ts';
import type { WorkRow } from './content.ts';
import { pathsMarkedUpToDate } from './done-paths.rules.ts';
import { lockedPieces } from './locked-text.rules.ts';
import { chipLabel, openField } from './open-field.rules.ts';
import { blockAt, targetPathsOf } from './places.rules.ts';
import { growthPercent, hasNoRoomToGrow, missingChips } from './row-facts.rules.ts';
import { differenceNames } from './text-names.ts';
import { textWordsOf } from './text-words.rules.ts';

const words = (text: string, isHtml = false) => textWordsOf(text, isHtml, 'en');
const label = (code: string) => chipLabel(code, { variables: { name: 'Anna' } }, translate.tags);

const PAGE =
  '<!doctype html>\n<html><head><style>p { color: red }</style></head>\n<body><p>Hi {{ variables.name }}</p></body></html>';

describe('a text with its code locked', () => {
  test.each([
    ['a line', 'Hi {{ variables.name }}!', false, 'line'],
    ['a formatted text', '<p>Hi <b>{{ variables.name }}</b></p>', true, 'rich'],
    ['a page of HTML', PAGE, true, 'line'],
    ['Liquid between rows', '<table>{% for a in b %}<tr><td>x</td></tr>{% endfor %}</table>', true, 'line'],
  ] as const)('%s comes back as it was', (_, text, isHtml, kind) => {
    const opened = openField(text, isHtml);
    expect(opened?.kind).toBe(kind);
    expect(opened && writeText(opened.kind, opened.doc)).toBe(text);
  });

  test('rejects unclosed code', () => {
    expect(openField('Hi {{ variables.name', false)).toBeNull();
    expect(openField('<p>Hi <b', true)).toBeNull();
  });

  test('joins adjacent markup', () => {
    expect(lockedPieces(PAGE, true)?.map(({ isLocked }) => isLocked)).toEqual([true, false, true, true]);
  });

  test.each([
    ['{{ variables.name }}', 'Anna'],
    ['{{ variables.other | upcase }}', 'other'],
    ['{% if variables.a == "{{" %}', 'if a == ""'],
    ['{%- unless variables.a -%}', 'unless a'],
    ['{% elsif variables.b > 2 %}', 'otherwise, if b > 2'],
    ['{% else %}', 'otherwise'],
    ['{% endif %}', 'end of condition'],
    ['{% for item in variables.order.items %}', 'for each item in order.items'],
    ['{% endfor %}', 'end of repeat'],
    ['{% assign a = 1 %}', 'assign a = 1'],
    ['{{}}', '…'],
    ['{% raw %}{{ x }}{% endraw %}', 'raw'],
    ['</p>\n<p class="a">', '‹p›'],
    ['<!-- {{ a }} -->', '‹…›'],
  ])('%j is shown without a brace', (code, shown) => {
    expect(label(code)).toBe(shown);
    expect(label(code)).not.toMatch(/\{\{|\}\}|\{%|%\}/);
  });
});

describe('facts of a row', () => {
  test('subject, preview text and buttons have no room to grow', () => {
    const main = {
      ...{ subject: '', previewText: '' },
      bodyDesign: {
        blocks: [
          { type: 'button', label: 'Go' },
          { type: 'menu', items: [{ label: 'A' }] },
        ],
      },
    };
    expect(
      [
        ...['subject', 'previewText', 'body', 'bodyDesign.blocks[0].label'],
        ...['bodyDesign.blocks[0].url', 'bodyDesign.blocks[1].items[0].label'],
      ].filter((path) => hasNoRoomToGrow(path, main)),
    ).toEqual(['subject', 'previewText', 'bodyDesign.blocks[0].label']);
  });

  test('flags translations more than 30 % longer, with chips as long as their labels', () => {
    const grown = (source: string, text: string) => growthPercent(words(source), words(text), label);
    expect(grown('1234567890', '1234567890123')).toBeNull();
    expect(grown('1234567890', '12345678901234')).toBe(40);
    expect(grown('Hi {{ variables.name }}', 'Hallo {{ variables.name }}')).toBe(43);
    expect(grown('', 'Hallo')).toBeNull();
  });

  test('finds values of the source that a translation lacks, as often as they are missing', () => {
    const missing = (source: string, text: string) => missingChips(words(source, true), words(text, true));
    expect(missing('{{ a }} {{ b }} {{ a }}', '<p>{{ a }}</p>')).toEqual(['{{ b }}', '{{ a }}']);
    expect(missing('{{ a }}', '{{ a }} {{ c }}')).toEqual([]);
    expect(missing('{{ a | default: "x" }}{% if a %}y{% endif %}', '{{ a }}')).toEqual([]);
  });
});

const row = (path: string, at: string | null): WorkRow => ({
  ...{ path, at, source: '', was: null, text: '', state: 'done' },
});
const text = (html: string) => ({ type: 'text', html });
const content = (...blocks: object[]) => ({
  ...{ subject: 'S', previewText: '' },
  bodyDesign: { blocks: blocks as ReturnType<typeof text>[] },
});

describe('place of a text in the work on a language', () => {
  const rows = [row('subject', 'subject'), row('bodyDesign.blocks[0].html', 'bodyDesign.blocks[1].html')];
  const main = content(text('One'));
  const saved = content({ type: 'heading', text: 'Mehr' }, text('Eins'));

  test('uses the server’s mapping while only words have changed', () => {
    const { bodyDesign } = content({ type: 'heading', text: 'One' }, text('Uno'));
    expect([...targetPathsOf(rows, { main, saved, design: bodyDesign })]).toEqual([
      ['subject', ['subject']],
      ['bodyDesign.blocks[0].html', ['bodyDesign', 'blocks', 1, 'html']],
    ]);
  });

  test('matches again when blocks have changed, and finds no place for a removed one', () => {
    const placed = (...blocks: object[]) =>
      targetPathsOf(rows, { main, saved, design: content(...blocks).bodyDesign });
    expect(placed(text('Eins')).get('bodyDesign.blocks[0].html')).toEqual([
      'bodyDesign',
      'blocks',
      0,
      'html',
    ]);
    expect([...placed({ type: 'divider' }).keys()]).toEqual(['subject']);
  });
});

describe('texts that a save marks as up to date (contract: Translations 6)', () => {
  const [main, saved] = [content(text('One'), text('Two')), content(text('Eins'), text('Zwei'))];
  const fields = { subject: 'Neu', previewText: '', bodyDesign: content(text('Eins'), text('2')).bodyDesign };

  test('marked texts, plus changed ones', () => {
    expect(pathsMarkedUpToDate(new Set(['bodyDesign.blocks[0].html']), saved, fields, main)).toEqual([
      ...['bodyDesign.blocks[0].html', 'subject', 'bodyDesign.blocks[1].html'],
    ]);
  });
});

test('describes in words where a language differs', () => {
  const [main, own] = [content(text('One'), { type: 'divider' }), content(text('Eins'))];
  const differs = [
    { path: 'bodyDesign.blocks[0]', how: 'look' },
    { path: 'bodyDesign.blocks[1]', how: 'missing' },
    { path: 'bodyDesign.header', how: 'look' },
    { path: 'bodyDesign.global', how: 'look' },
  ] as const;
  const named = ({ outdated, different }: typeof english) =>
    differenceNames(differs, { main, own }, outdated, different.how);
  expect(named(english)).toEqual([
    'Block 1 (Text): different style',
    'Block 2 (Divider): not in this language',
    'Header: different style',
    'Entire email: different style',
  ]);
  expect(named(german)[3]).toBe('Gesamte E-Mail: andere Gestaltung');
});

test('finds the innermost drawn block around a text', () => {
  const places = [
    ['header', 'blocks', 0],
    ['blocks', 0],
    ['blocks', 0, 'columns', 1, 'blocks', 0],
    ['blocks', 10],
  ];
  expect(blockAt(places, 'bodyDesign.blocks[0].columns[1].blocks[0].html')).toBe(2);
  expect(blockAt(places, 'bodyDesign.blocks[0].columns[0].blocks[0].html')).toBe(1);
  expect(blockAt(places, 'bodyDesign.blocks[10].items[3].label')).toBe(3);
  expect(blockAt(places, 'bodyDesign.blocks[1].html')).toBeNull();
  expect(blockAt(places, 'subject')).toBeNull();
});
