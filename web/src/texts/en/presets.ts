import { plural } from '../grammar/plural.ts';

export const presets = {
  lead: 'Headers, footers and content that several layouts share. A change applies to the next email of each layout.',
  create: 'New shared section',
  createIt: 'Create',
  search: 'Search shared sections',
  empty: 'No shared sections yet',
  emptyHint: 'Create a header, a footer or a content section once and use it in all your layouts.',
  kind: 'Type',
  anyKind: 'Any type',
  kinds: { header: 'Header', footer: 'Footer', part: 'Content section' },
  usedBy: 'Used by',
  changed: 'Last updated',
  layout: (name: string) => `Layout “${name}”`,
  nameHint: 'For your team only. Customers don’t see it.',
  newPart: '<p>Write something here.</p>',
  newFooter: '<p>Your store · 1 Main Street · Springfield</p>',
  rename: 'Rename',
  deleteTitle: (name: string) => `Delete the shared section “${name}”?`,
  deleteText: 'The shared section is permanently deleted.',
  blocks: 'Blocks',
  blocksHint:
    'JSON, in the same format as a layout’s blocks. The preview updates as you type. Press Ctrl+S to save.',
  noBlocks: 'Enter a list of blocks: [ … ] or { "blocks": [ … ] }.',
  middle: 'The layout’s content appears here.',
  ownLanguage: 'Main language',
  ownIs: (language: string) => `${language}, main language`,
  languageBarHint: 'An email uses the text in its own language. If there is none, it uses the main language.',
  outdated: (count: number) =>
    plural('en', count, { one: '# text out of date', other: '# texts out of date' }),
  outdatedLead:
    'These texts aren’t translated, or the text in the main language changed after they were translated. Emails use the texts as they are here.',
  reachHint: 'Email languages that use this text, by layout.',
  reachNone: 'No emails in this language yet',
  restoreText: (useCount: number) =>
    useCount === 0
      ? 'The current version stays in the version list.'
      : `${plural('en', useCount, { one: 'This applies to the next email of # layout.', other: 'This applies to the next email of # layouts.' })} The current version stays in the version list.`,
  use: 'To use it in a layout’s JSON, add:',
};
