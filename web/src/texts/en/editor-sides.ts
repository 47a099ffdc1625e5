import { plural } from '../grammar/plural.ts';

export const sides = {
  parts: 'Shared parts',
  locked: 'shared, locked',
  share: 'Share as a part',
  shareIt: 'Share',
  shareHint:
    'The block becomes a part that other layouts can have too. A change of it is in the next mail of each of them.',
  own: 'Blocks of this layout',
  shared: (name: string) => `Shared: ${name}`,
  replaces: 'A shared one takes the place of the blocks that are there. Undo brings them back.',
  usedBy: (count: number) => plural('en', count, { one: 'Used by # layout', other: 'Used by # layouts' }),
  gone: 'This preset does not exist any more.',
  editHere: 'Edit here',
  editing: (title: string) => `You are editing: ${title}`,
  editingHint:
    'The rest of the mail is only shown. What is saved here is in the next mail of every layout that has it.',
  editingIn: (language: string) => `Language: ${language}.`,
  back: 'Back to the layout',
  backInLayout: 'Back in the layout',
  saveIt: { header: 'Save header', footer: 'Save footer', part: 'Save part' },
  brought: 'Somebody else had saved it in the meantime. Both changes are saved.',
  undoBrings: '“Undo” brings yours back.',
  left: 'It stands in this mail no longer. What you changed is kept in this browser and offered when it is edited again.',
  detach: 'Detach',
  detachHint: 'Detach copies its blocks into this layout, to be changed here alone.',
  detached: (side: string) => `${side}: the blocks are this layout's own now`,
  tooMany: 'With its blocks the layout would have more than it may have.',
};
