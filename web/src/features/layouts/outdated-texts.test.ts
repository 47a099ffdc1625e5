import { describe, expect, test } from 'vitest';
import { blockKinds } from '../../../../server/src/features/rendering/design/all-blocks.schema.ts';
import { layouts as german } from '../../texts/de/layouts.ts';
import { layouts as english } from '../../texts/en/layouts.ts';
import { outdatedFields, outdatedTexts } from './outdated-texts.ts';
import type { Translation } from './queries.ts';

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
  ['previewText', 'Preview line', 'Vorschauzeile', null],
  ['body', 'HTML', 'HTML', null],
  ['bodyDesign', 'Design', 'Design', null],
  ['bodyDesign.global.fontSize', 'Look of the whole mail', 'Aussehen der ganzen E-Mail', null],
  [
    'bodyDesign.blocks',
    'Blocks: some were added or removed',
    'Blöcke: Einige sind hinzugekommen oder weggefallen',
    null,
  ],
  ['bodyDesign.blocks[0].text', 'Text of block 1 (Heading)', 'Text in Block 1 (Überschrift)', 'Good morning'],
  ['bodyDesign.blocks[0]', 'Block 1 (Heading)', 'Block 1 (Überschrift)', null],
  [
    'bodyDesign.blocks[0].padding.top',
    'Settings of block 1 (Heading)',
    'Einstellungen in Block 1 (Überschrift)',
    null,
  ],
  [
    'bodyDesign.blocks[1].columns[1].blocks[0].html',
    'Text of block 1 (Text) in column 2 in block 2 (Columns)',
    'Text in Block 1 (Text) in Spalte 2 in Block 2 (Spalten)',
    'Ships to you & me',
  ],
  [
    'bodyDesign.blocks[2].items[0].label',
    'Label of entry 1 in block 3 (Menu)',
    'Beschriftung in Eintrag 1 in Block 3 (Menü)',
    'Shop',
  ],
  [
    'bodyDesign.blocks[3].else[0].label',
    'Label of block 1 (Button, otherwise) in block 4 (Condition)',
    'Beschriftung in Block 1 (Schaltfläche, sonst) in Block 4 (Bedingung)',
    'Buy',
  ],
  [
    'bodyDesign.header.blocks[0].alt',
    'Image description of block 1 (Logo) in the header',
    'Bildbeschreibung in Block 1 (Logo) in der Kopfzeile',
    'Tea & Co.',
  ],
  ['bodyDesign.header.blocks', 'Blocks of the header', 'Blöcke in der Kopfzeile', null],
  ['bodyDesign.footer', 'Footer', 'Fußzeile', null],
  ['bodyDesign.footer.preset', 'Settings of the footer', 'Einstellungen in der Fußzeile', null],
  ['bodyDesign.blocks[9].text', 'Text of block 10', 'Text in Block 10', null],
] as const;

describe('outdated texts in words', () => {
  test.each(words)('%s', (path, inEnglish, inGerman, now) => {
    expect(outdatedTexts([path], main, english.outdated)).toEqual([{ path, name: inEnglish, now }]);
    expect(outdatedTexts([path], main, german.outdated)).toMatchObject([{ name: inGerman }]);
  });

  test('places with the same name are one', () => {
    const stale = ['bodyDesign.blocks[0].align', 'subject', 'bodyDesign.blocks[0].color'];
    expect(outdatedTexts(stale, main, english.outdated).map(({ path }) => path)).toEqual(stale.slice(0, 2));
  });

  test('every kind of block has a word in every language', () => {
    const types = blockKinds.map(({ type }) => type).sort();
    expect(Object.keys(english.outdated.kinds).sort()).toEqual(types);
    expect(Object.keys(german.outdated.kinds).sort()).toEqual(types);
  });
});

test('what still holds is sent as it is, and nothing else (contract: Translations 6)', () => {
  const content = { subject: 'Danke', previewText: 'Bald', bodyDesign: { blocks: [] }, marketingTexts: null };
  const fieldsOf = (...stale: string[]) => outdatedFields({ ...content, stale } as unknown as Translation);
  expect(fieldsOf('previewText')).toEqual({ subject: 'Danke', previewText: 'Bald' });
  expect(fieldsOf('bodyDesign.blocks[2].text', 'subject')).toEqual({
    subject: 'Danke',
    bodyDesign: { blocks: [] },
  });
});
