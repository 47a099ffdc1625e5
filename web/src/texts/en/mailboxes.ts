import type { MessageCode } from 'outstep/kernel/messages/catalog.ts';
export const mailboxes = {
  title: 'Google and Microsoft mailboxes',
  hint: 'Send from a mailbox you already have. Outstep can send from it, but can’t read your emails.',
  names: { google: 'Google', microsoft: 'Microsoft' },
  connect: { google: 'Connect Google', microsoft: 'Connect Microsoft' },
  list: 'Connected mailboxes',
  none: 'No mailboxes connected.',
  editorsConnect: 'Editors and owners of this store can connect a mailbox.',
  notSetUp: {
    google: 'You can’t connect Google mailboxes yet. Ask the operator of this service to set them up.',
    microsoft: 'You can’t connect Microsoft mailboxes yet. Ask the operator of this service to set them up.',
    both: 'You can’t connect mailboxes yet. Ask the operator of this service to set up Google and Microsoft.',
  },
  since: 'connected since',
  lost: 'Disconnected',
  reconnectHint:
    'The mailbox owner or the provider revoked access. Emails from this mailbox fail until you reconnect it.',
  connectAgain: 'Reconnect',
  disconnect: 'Disconnect',
  disconnectTitle: (address: string) => `Disconnect ${address}?`,
  disconnectText:
    'Its login is deleted, and workflow steps that use this mailbox will fail. To also revoke Outstep’s permission, the mailbox owner can remove it in their account.',
  disconnected: 'Mailbox disconnected',
  connecting: 'Connecting the mailbox…',
  connected: (address: string) => `${address} connected`,
  failed: 'Couldn’t connect the mailbox',
  toSenders: 'Go to senders',
};

/** Messages about mailboxes, worded for the person who connects one. */
export const mailboxSentences: Partial<Record<MessageCode, string>> = {
  connection_expired:
    'This connection expired, was already used, or was started in another browser. Connect again.',
  provider_answer_mismatch: 'The response from {name} doesn’t match your connection attempt. Connect again.',
  provider_not_set_up_ask: '{name} mailboxes aren’t set up yet. Ask the operator of this service.',
  provider_denied:
    'The mailbox isn’t connected, because you didn’t grant permission at {name}. Connect again and allow access.',
  provider_scope_missing:
    'The permission to send wasn’t selected at {name}. Connect again and keep it selected.',
  provider_no_offline_access:
    '{name} didn’t grant permanent access. Remove Outstep from the connected apps in your {name} account, then connect again.',
  provider_without_address: '{name} didn’t share this mailbox’s email address. Choose another account.',
  provider_rejects_service: '{name} doesn’t accept connections from this service. Contact the operator.',
};
