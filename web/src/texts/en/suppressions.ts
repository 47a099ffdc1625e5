export const suppressions = {
  lead: 'Addresses that a mail server has permanently rejected, or that you imported as bounced. Outstep doesn’t send to them, to protect your sender reputation.',
  mail: 'Rejected email',
  toMail: 'View email',
  noReason: 'The server’s response was erased.',
  imported: (status: string) => (status ? `Imported as “${status}”` : 'Imported as bounced'),
  remove: 'Allow sending',
  removeTitle: (address: string) => `Send to ${address} again?`,
  removeText:
    'The next email is sent as usual. If the server rejects the address again, it’s suppressed again.',
  removed: (address: string) => `${address} can receive email again`,
  empty: 'No suppressed addresses',
  emptyHint:
    'Addresses appear here when a mail server reports that they don’t exist or don’t accept email, or when you import them as bounced.',
};
