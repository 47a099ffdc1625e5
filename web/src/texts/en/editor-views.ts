export const views = {
  more: 'View',
  mail: 'Email',
  both: 'Desktop and phone',
  text: 'Plain text',
  withoutPictures: 'Without images',
  inboxLine: 'Inbox preview',
  beside: 'Email on a phone',
  sender: 'Your sender',
  /** In small samples of blocks. */
  article: 'Teapot',
  noSubject: 'No subject',
  begins: 'There’s no preview text, so inboxes show the beginning of the email.',
  outOfDate: {
    title: 'This page is out of date',
    soon: 'Its preview may differ from the emails you send. It reloads in a moment.',
    unsaved:
      'Its preview may differ from the emails you send. Reload the page. Your unsaved changes are kept, and you can restore them.',
    stillSo:
      'The page is still out of date after reloading. Until it’s updated, send a test email to see the result.',
    reload: 'Reload',
  },
};
