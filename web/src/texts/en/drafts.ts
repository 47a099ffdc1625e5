export const drafts = {
  kept: (when: string) => `You have unsaved changes here (${when})`,
  changedSince:
    'It was saved anew in the meantime. Compare before you save: your changes began from what was there before.',
  credentials: (fields: string) => `Credentials are never kept in the browser. Enter them again: ${fields}.`,
  takeUp: 'Restore',
  discard: 'Discard',
  compare: 'Compare',
  changes: 'Your unsaved changes',
  elsewhere: 'You have unsaved changes to this in another tab.',
  signOutTitle: 'Sign out without saving?',
  signOutText:
    'There are unsaved changes. Signing out removes them from this browser; those of layouts are offered again when you sign in.',
  goOnHere: 'Go on here',
  handedOver: 'You have gone on with your changes in another tab.',
  notKept: {
    offline: 'No connection. What you write is kept in this browser, and sent when you are back.',
    signedOut: 'Your session has ended. What you write is kept in this browser.',
    refused: 'What you write is kept in this browser alone for now.',
  },
  since: (name: string, when: string) => `${name} (${when})`,
  atWork: (names: string, more: number) =>
    more > 0 ? `Unsaved changes of ${names} and ${more} more` : `Unsaved changes of ${names}`,
};
