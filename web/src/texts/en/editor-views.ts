export const views = {
  more: 'View',
  mail: 'Mail',
  both: 'Desktop and phone',
  text: 'Plain text',
  withoutPictures: 'Without pictures',
  inboxLine: 'In the inbox',
  beside: 'Mail on a phone',
  sender: 'Your sender',
  /** In small samples of blocks. */
  article: 'Teapot',
  noSubject: 'No subject',
  begins: 'There is no preview line, so inboxes show how the mail begins.',
  outOfDate: {
    title: 'This page is out of date',
    soon: 'It draws mails otherwise than they are sent, so it is loaded again in a moment.',
    unsaved:
      'It draws mails otherwise than they are sent. Load it again: what you have not saved is kept and offered to you.',
    stillSo: 'Loading it again did not help yet. Until it does, a test mail shows what is sent.',
    reload: 'Load again',
  },
};
