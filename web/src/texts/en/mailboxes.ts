export const mailboxes = {
  title: 'Google and Microsoft mailboxes',
  hint: 'Send from a mailbox you already have. Outstep may send from it and cannot read anything in it.',
  names: { google: 'Google', microsoft: 'Microsoft' },
  connect: { google: 'Connect Google', microsoft: 'Connect Microsoft' },
  list: 'Connected mailboxes',
  none: 'No mailbox is connected.',
  editorsConnect: 'Editors and owners of the store can connect one.',
  notSetUp: {
    google: 'Google mailboxes cannot be connected here: the operator of this Outstep has not set that up.',
    microsoft:
      'Microsoft mailboxes cannot be connected here: the operator of this Outstep has not set that up.',
    both: 'Mailboxes cannot be connected here yet: the operator of this Outstep has to register it with Google and Microsoft first.',
  },
  since: 'connected since',
  lost: 'Not connected',
  reconnectHint:
    'Its owner, or the provider, no longer lets us send. Mails from it fail until it is connected again.',
  connectAgain: 'Connect again',
  disconnect: 'Disconnect',
  disconnectTitle: (address: string) => `Disconnect ${address}?`,
  disconnectText:
    'Its login is forgotten. Workflow steps that name this mailbox fail from now on. The permission stays in the account of its owner, who can take it away there.',
  disconnected: 'The mailbox is disconnected',
  connecting: 'Connecting the mailbox…',
  connected: (address: string) => `${address} is connected`,
  failed: 'The mailbox was not connected',
  toSenders: 'To the senders',
};

const begun = 'this connection was not begun here, is too old or was used already: begin again';

/** Sentences of the server, which name the provider. */
export const mailboxSentences: Record<string, string> = {
  [begun]:
    'This connection was not begun in this browser, is older than ten minutes, or was used already. Begin again.',
  ...Object.fromEntries(
    ['Google', 'Microsoft'].flatMap((name) => [
      [
        `mailboxes at ${name} are not set up here: ask the operator`,
        `The operator of this Outstep has not set up mailboxes at ${name}.`,
      ],
      [
        `you did not allow ${name} to let us send`,
        `You did not give the permission at ${name}. Nothing was connected.`,
      ],
      [
        `the permission to send was not given at ${name}`,
        `The permission to send was not ticked at ${name}. Connect again and leave it ticked.`,
      ],
      [
        `what ${name} answered does not belong to what was begun: begin again`,
        `${name} answered something that does not belong to what you began. Begin again.`,
      ],
      [
        `${name} did not let us stay connected`,
        `${name} did not let us stay connected. Remove Outstep from the apps in your ${name} account and connect again.`,
      ],
      [
        `${name} does not say which address this mailbox has`,
        `${name} does not say which address this mailbox has. Choose another account.`,
      ],
      [
        `${name} does not accept this service; its operator has to look at it`,
        `${name} does not accept this Outstep. Please tell its operator.`,
      ],
    ]),
  ),
};
