import { plural } from '../grammar/plural.ts';

export const capture = {
  lead: 'Mails that were captured instead of sent. They are kept for 7 days, 500 at most.',
  mail: 'Captured mail',
  back: 'To the test inbox',
  toWhom: (whom: string, more: number) => (more > 0 ? `To ${whom} and ${more} more` : `To ${whom}`),
  files: (count: number) => plural('en', count, { one: '# file', other: '# files' }),
  nothing: 'No mail has been captured yet',
  nothingHint: 'Send a test from the page of a layout. It arrives here within a second.',
  toLayouts: 'To the layouts',
  byName: 'A step or a test is captured, whatever senders there are, when it names this sender:',
  empty: 'Empty the inbox',
  emptyTitle: 'Empty the test inbox?',
  emptyText: 'All captured mails are deleted. The history keeps its entries.',
  notSent: 'Captured: nobody has got it.',
  from: 'From',
  to: 'To',
  replyTo: 'Reply to',
  file: (name: string, bytes: number) => `${name} (${Math.max(1, Math.round(bytes / 1024))} KB)`,
  openHistory: 'What happened to it',
  tabs: { html: 'HTML', text: 'Text', headers: 'Headers', source: 'Source', findings: 'Findings' },
  asItLooks: 'The mail as it looks',
  linksHint: 'Links do not open here; Findings lists them.',
  picturesBlocked: (count: number) =>
    plural('en', count, {
      one: '# picture of another server is not loaded: the server would see that the mail was opened.',
      other: '# pictures of other servers are not loaded: the servers would see that the mail was opened.',
    }),
  loadPictures: 'Load pictures',
  noText: 'This mail has no plain text.',
  filesLeftOut: 'What the attached files hold is left out.',
  sourceCut: 'The source is longer; only its beginning is kept.',
  noFindings: 'Nothing to mend was found.',
  links: 'Links in this mail',
  linksLead: 'Each opens in a new window. Unsubscribe links are real.',
  findings: {
    emptyVariables: 'These variables had no value:',
    clipped: (kilobytes: number) =>
      `The HTML has ${kilobytes} KB. Gmail shows only the first 102 KB, so the end and the unsubscribe link are hidden.`,
    longSubject: (characters: number) =>
      `The subject has ${characters} characters. Most inboxes show 70 of them or fewer.`,
    noText: 'There is no plain text for readers and filters that look at nothing else.',
    insecureLinks: 'These links are not secured (http):',
    insecurePictures: 'These pictures are not secured (http); many programs do not show them:',
    emptyLinks: (count: number) =>
      plural('en', count, { one: '# link leads nowhere.', other: '# links lead nowhere.' }),
    picturesWithoutAlt: (count: number) =>
      plural('en', count, {
        one: '# picture has no alternative text, which is all that many readers get.',
        other: '# pictures have no alternative text, which is all that many readers get.',
      }),
    scripts: (count: number) =>
      plural('en', count, {
        one: '# script: mail programs remove it, and filters distrust it.',
        other: '# scripts: mail programs remove them, and filters distrust them.',
      }),
  },
};
