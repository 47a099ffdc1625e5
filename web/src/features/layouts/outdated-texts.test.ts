import { blockKinds } from 'outstep/features/rendering/design/all-blocks.schema.ts';
import { partsOf } from 'outstep/features/rendering/design/design-parts.rules.ts';
import { isTextMember } from 'outstep/features/rendering/design/design-texts.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { describe, expect, test } from 'vitest';
import { layouts as german } from '../../texts/de/layouts.ts';
import { layouts as english } from '../../texts/en/layouts.ts';
import { markUpToDate, outdatedTexts } from './outdated-texts.ts';

const main = {
  subject: 'Thanks',
  previewText: '',
  bodyDesign: {
    blocks: [
      { type: 'heading', text: 'Good morning' },
      {
        type: 'columns',
        columns: [
          { blocks: [] },
          { blocks: [{ type: 'text', html: '<p>Ships <b>to</b></p>\n<p>you &amp;&nbsp;me</p>' }] },
        ],
      },
      { type: 'menu', items: [{ label: 'Shop', url: 'https://tea.example' }] },
      { type: 'conditional', if: 'variables.gift', blocks: [], else: [{ type: 'button', label: 'Buy' }] },
    ],
    header: { blocks: [{ type: 'logo', alt: 'Tea & Co.' }] },
    footer: { preset: '0' },
  },
};

const words = [
  ['subject', 'Subject', 'Betreff', 'Thanks'],
  ['previewText', 'Preview text', 'Vorschautext', null],
  ['body', 'HTML', 'HTML', null],
  ['bodyDesign.blocks[0].text', 'Text of block 1 (Heading)', 'Text in Block 1 (Überschrift)', 'Good morning'],
  [
    'bodyDesign.blocks[1].columns[1].blocks[0].html',
    'Text of block 1 (Text) in column 2 in block 2 (Columns)',
    'Text in Block 1 (Text) in Spalte 2 in Block 2 (Spalten)',
    'Ships to you & me',
  ],
  [
    'bodyDesign.blocks[2].items[0].label',
    'Label of item 1 in block 3 (Menu)',
    'Beschriftung in Eintrag 1 in Block 3 (Menü)',
    'Shop',
  ],
  [
    'bodyDesign.blocks[3].else[0].label',
    'Label of block 1 (Button, otherwise) in block 4 (Condition)',
    'Beschriftung in Block 1 (Button, sonst) in Block 4 (Bedingung)',
    'Buy',
  ],
  [
    'bodyDesign.header.blocks[0].alt',
    'Alt text of block 1 (Logo) in the header',
    'Bildbeschreibung in Block 1 (Logo) in der Kopfzeile',
    'Tea & Co.',
  ],
  ['bodyDesign.blocks[9].text', 'Text of block 10', 'Text in Block 10', null],
] as const;

describe('descriptions of outdated texts', () => {
  test.each(words)('%s', (path, inEnglish, inGerman, now) => {
    expect(outdatedTexts([path], main, english.outdated)).toEqual([{ path, name: inEnglish, now }]);
    expect(outdatedTexts([path], main, german.outdated)).toMatchObject([{ name: inGerman }]);
  });

  test('every text of a block has a label in every language', () => {
    const members = new Set(
      blockKinds.flatMap(({ sample }) =>
        partsOf({ blocks: [sample] } as JsonObject).flatMap(({ leaves }) =>
          [...leaves.keys()].filter(isTextMember),
        ),
      ),
    );
    const words = new Set(Object.keys(english.outdated.fields));
    expect([...members].filter((member) => !words.has(member))).toEqual([]);
    expect(Object.keys(german.outdated.fields)).toEqual([...words]);
    expect([...words].filter((word) => !isTextMember(word))).toEqual([]);
  });

  test('every kind of block has a label in every language', () => {
    const types = blockKinds.map(({ type }) => type).sort();
    expect(Object.keys(english.outdated.kinds).sort()).toEqual(types);
    expect(Object.keys(german.outdated.kinds).sort()).toEqual(types);
  });
});

test('sends only the texts marked as up to date (contract: Translations 6)', () => {
  const stale = ['previewText', 'bodyDesign.blocks[2].text'];
  expect(markUpToDate({ subject: 'Danke', stale })).toEqual({ subject: 'Danke', done: stale });
});
