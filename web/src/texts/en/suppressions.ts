export const suppressions = {
  lead: 'Addresses that a mail server has refused for good. No mail is sent to them, so that your sender keeps its good name.',
  mail: 'Refused mail',
  toMail: 'See the mail',
  noReason: 'What the server said was erased.',
  remove: 'Send again',
  removeTitle: (address: string) => `Send to ${address} again?`,
  removeText:
    'The next mail is tried. If the server refuses the address once more, it comes back to this list.',
  removed: (address: string) => `${address} gets mail again`,
  empty: 'No address is suppressed',
  emptyHint: 'An address appears here when a mail server says that it does not exist or takes no mail.',
};
