import { plural } from '../grammar/plural.ts';

export const presets = {
  lead: 'Headers, footers and parts that several layouts share. A change is in the next mail of each of them.',
  create: 'New preset',
  createIt: 'Create',
  search: 'Search presets',
  empty: 'No presets yet',
  emptyHint: 'Write a header, a footer or a part once and use it in all your layouts.',
  kind: 'Kind',
  anyKind: 'Any kind',
  kinds: { header: 'Header', footer: 'Footer', part: 'Part' },
  usedBy: 'Used by',
  changed: 'Changed',
  layout: (name: string) => `Layout “${name}”`,
  nameHint: 'What your team calls it; no customer sees it.',
  newPart: '<p>What several mails say.</p>',
  newFooter: '<p>Your shop · 1 Main Street · Springfield</p>',
  rename: 'Rename',
  deleteTitle: (name: string) => `Delete the preset “${name}”?`,
  deleteText: 'It is gone for good. One that a layout uses is kept.',
  blocks: 'Blocks',
  blocksHint: 'As JSON, like the blocks of a design. The preview follows as you type; Ctrl+S saves.',
  noBlocks: 'This has to be a list of blocks: [ … ], or { "blocks": [ … ] }.',
  middle: 'Here stands what the layout says.',
  ownLanguage: 'Main language',
  ownIs: (language: string) => `${language}, main language`,
  languageBarHint: 'A mail has the text of its own language, else that of the main one.',
  outdated: (count: number) =>
    plural('en', count, { one: '# text is out of date', other: '# texts are out of date' }),
  outdatedLead:
    'The main language has changed here, or this is still a copy of it. Mails go out with what stands here.',
  reachHint: 'By layout: the languages of its mails that have what is written here.',
  reachNone: 'No mail is in this language yet',
  restoreText: (useCount: number) =>
    useCount === 0
      ? 'What is saved now stays in the list of versions.'
      : `${plural('en', useCount, { one: 'The next mail of # layout has it.', other: 'The next mails of # layouts have it.' })} What is saved now stays in the list of versions.`,
  use: 'To use it, write into a design:',
};
