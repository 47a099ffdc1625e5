import { plural } from '../grammar/plural.ts';

export const layoutMerge = {
  title: 'Which of the two shall it be?',
  lead: (name: string) =>
    `${name} saved while you were working. Everything else of both is kept; here both of you changed the same. Nothing is saved before you say so.`,
  waiting: (count: number) =>
    plural('en', count, {
      one: 'Both of you changed one thing. What they saved is not here until you choose.',
      other: 'Both of you changed the same # things. What they saved is not here until you choose.',
    }),
  codeFirst: 'What they saved is not here until the code is valid JSON again.',
  choose: 'Choose',
  mine: 'Mine',
  theirs: 'Theirs',
  takenOut: 'Taken out',
  nothing: 'Nothing',
  apply: 'Use these',
  later: 'Not now',
  somebody: 'Somebody else',
  in: (what: string, language: string) => `${what} (${language})`,
  parts: {
    subject: 'Subject',
    previewText: 'Preview line',
    body: 'HTML',
    bodyDesign: 'The whole design',
    global: 'Look of the whole mail',
    header: 'Header',
    footer: 'Footer',
    testVariables: 'Test variables',
    language: 'The whole language',
  },
};
