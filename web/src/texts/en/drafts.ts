export const drafts = {
  kept: (when: string) => `You have unsaved changes here (${when})`,
  changedSince:
    'It was saved anew in the meantime. Compare before you save: your changes began from what was there before.',
  credentials: (fields: string) => `Credentials are never kept in the browser. Enter them again: ${fields}.`,
  takeUp: 'Restore',
  discard: 'Discard',
  elsewhere: 'You have unsaved changes to this in another tab.',
  signOutTitle: 'Sign out without saving?',
  signOutText: 'There are unsaved changes. Signing out removes them from this browser.',
};
