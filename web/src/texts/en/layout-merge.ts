import { plural } from '../grammar/plural.ts';

export const layoutMerge = {
  title: 'Resolve conflicts',
  lead: (name: string) =>
    `${name} saved while you were editing, and you both changed the items below. All other changes are combined. Nothing is saved until you save.`,
  waiting: (count: number) =>
    plural('en', count, {
      one: 'You both changed the same item. Choose a version to add their changes here.',
      other: 'You both changed the same # items. Choose which versions to keep to add their changes here.',
    }),
  codeFirst: 'Fix the JSON to add their changes here.',
  choose: 'Choose',
  mine: 'Mine',
  theirs: 'Theirs',
  takenOut: 'Removed',
  nothing: 'Empty',
  apply: 'Apply',
  later: 'Not now',
  somebody: 'Someone else',
  in: (what: string, language: string) => `${what} (${language})`,
  parts: {
    subject: 'Subject',
    previewText: 'Preview text',
    body: 'HTML',
    bodyDesign: 'All content',
    global: 'Email styles',
    header: 'Header',
    footer: 'Footer',
    testVariables: 'Test variables',
    language: 'Entire language',
  },
};
