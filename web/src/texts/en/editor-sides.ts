import { plural } from '../grammar/plural.ts';

export const sides = {
  parts: 'Shared sections',
  locked: 'shared, locked',
  share: 'Save as shared section',
  shareIt: 'Save',
  shareHint:
    'Other layouts can use this block too. When you change it, the change applies to the next email of every layout that uses it.',
  own: 'Only in this layout',
  shared: (name: string) => `Shared: ${name}`,
  replaces: 'A shared section replaces the blocks that are here now. You can undo this.',
  usedBy: (count: number) => plural('en', count, { one: 'Used by # layout', other: 'Used by # layouts' }),
  gone: 'This shared section no longer exists.',
  editHere: 'Edit here',
  editing: (title: string) => `Editing shared section: ${title}`,
  editingHint:
    'You can’t edit the rest of the email right now. Changes apply to the next email of every layout that uses this section.',
  editingIn: (language: string) => `Language: ${language}.`,
  back: 'Back to layout',
  backInLayout: 'Back to the layout',
  saveIt: { header: 'Save header', footer: 'Save footer', part: 'Save section' },
  brought: 'Someone else saved this section too. Both changes are saved.',
  undoBrings: 'Choose “Undo” to restore yours.',
  left: 'This email no longer includes this section. Your changes are kept in this browser, and you can restore them the next time you edit it.',
  detach: 'Detach',
  detachHint: 'Detach it to copy its blocks into this layout and edit them only here.',
  detached: (side: string) => `${side}: the blocks now belong to this layout only`,
  tooMany: 'Couldn’t add the blocks. The layout would exceed its block limit. Delete some blocks first.',
};
