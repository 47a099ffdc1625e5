export const drafts = {
  kept: (when: string) => `You have unsaved changes (${when})`,
  changedSince:
    'Someone saved a newer version in the meantime. Your changes are based on an older one, so compare before you save.',
  credentials: (fields: string) =>
    `Credentials are never stored in the browser. Enter them again: ${fields}.`,
  takeUp: 'Restore',
  discard: 'Discard',
  compare: 'Compare',
  changes: 'Your unsaved changes',
  elsewhere: 'You have unsaved changes in another tab.',
  signOutTitle: 'Sign out without saving?',
  signOutText:
    'You have unsaved changes. Signing out removes them from this browser. You can restore changes to layouts when you sign in again.',
  goOnHere: 'Continue here',
  handedOver: 'You’re now editing in another tab.',
  notKept: {
    offline: 'You’re offline. Your changes are kept in this browser and synced when you’re back online.',
    signedOut: 'Your session has expired. Your changes are kept in this browser.',
    refused: 'For now, your changes are only kept in this browser.',
  },
  since: (name: string, when: string) => `${name} (${when})`,
  atWork: (names: string, more: number) =>
    more > 0 ? `Unsaved changes by ${names} and ${more} more` : `Unsaved changes by ${names}`,
};
