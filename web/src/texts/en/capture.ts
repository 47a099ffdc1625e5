import { plural } from '../grammar/plural.ts';

export const capture = {
  lead: 'Emails that were captured instead of delivered. The newest 500 are kept for 7 days.',
  mail: 'Captured email',
  back: 'Back to test inbox',
  toWhom: (whom: string, more: number) => (more > 0 ? `To ${whom} and ${more} more` : `To ${whom}`),
  files: (count: number) => plural('en', count, { one: '# attachment', other: '# attachments' }),
  nothing: 'No emails yet',
  nothingHint: 'Open a layout and send a test email. It arrives here within a second.',
  toLayouts: 'Go to layouts',
  byName: 'To always send the emails of a workflow step or test to this inbox, use this sender:',
  empty: 'Empty inbox',
  emptyTitle: 'Empty the test inbox?',
  emptyText: 'All captured emails are deleted. Their runs stay in History.',
  notSent: 'Captured, not delivered.',
  from: 'From',
  to: 'To',
  replyTo: 'Reply to',
  file: (name: string, bytes: number) => `${name} (${Math.max(1, Math.round(bytes / 1024))} KB)`,
  openHistory: 'View run',
  tabs: { html: 'HTML', text: 'Text', headers: 'Headers', source: 'Source', findings: 'Issues' },
  asItLooks: 'Email preview',
  linksHint: 'Links don’t open here. You’ll find them on the Issues tab.',
  picturesBlocked: (count: number) =>
    plural('en', count, {
      one: '# external image is blocked, because loading it would reveal that the email was opened.',
      other: '# external images are blocked, because loading them would reveal that the email was opened.',
    }),
  loadPictures: 'Load images',
  noText: 'This email has no plain text version.',
  filesLeftOut: 'The contents of attachments aren’t shown.',
  sourceCut: 'The source is longer. Only the beginning is stored.',
  noFindings: 'No issues found.',
  links: 'Links in this email',
  linksLead: 'Links open in a new window. Unsubscribe links are live.',
  findings: {
    emptyVariables: 'These variables had no value:',
    clipped: (kilobytes: number) =>
      `The HTML is ${kilobytes} KB. Gmail clips emails at 102 KB and hides the rest, including the unsubscribe link.`,
    longSubject: (characters: number) =>
      `The subject has ${characters} characters. Most inboxes show 70 or fewer.`,
    noText: 'There’s no plain text version. Some email clients and spam filters rely on it.',
    insecureLinks: 'These links aren’t secure (http):',
    insecurePictures: 'These images aren’t secure (http). Many email clients don’t show them:',
    emptyLinks: (count: number) =>
      plural('en', count, { one: '# link has no URL.', other: '# links have no URL.' }),
    picturesWithoutAlt: (count: number) =>
      plural('en', count, {
        one: '# image has no alt text. Recipients who don’t see images need it.',
        other: '# images have no alt text. Recipients who don’t see images need it.',
      }),
    scripts: (count: number) =>
      plural('en', count, {
        one: '# script found. Email clients remove scripts, and spam filters distrust them.',
        other: '# scripts found. Email clients remove scripts, and spam filters distrust them.',
      }),
  },
};
