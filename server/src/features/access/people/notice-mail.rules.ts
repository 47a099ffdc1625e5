import type { PlainMail } from '../../../kernel/people.ts';

/** Something that the person is told by email. */
export interface Notice {
  at: Date;
  operation: string;
  aboutStore: string | null;
  detail: string | null;
  byOperator: boolean;
  address: string | null;
  agent: string | null;
}

/** Events in a store, sent to its owners and to the person concerned. */
const IN_STORE: Readonly<Record<string, string>> = {
  create_key: 'An API key was created for one of your stores.',
  rotate_key: 'An API key of one of your stores was rotated.',
  set_key_level: 'The access level of an API key of one of your stores was changed.',
  set_key_addresses: 'The allowed IP addresses of an API key of one of your stores were changed.',
  create_platform_secret: 'A signing secret for a workflow platform was created for one of your stores.',
  change_member_role: 'The role of a team member in one of your stores was changed.',
  remove_member: 'A team member was removed from one of your stores.',
  create_user: 'The operator gave someone access to one of your stores.',
  accept_invitation: 'Someone accepted an invitation to one of your stores.',
};

const KEY_ENDS =
  'An API key of one of your stores expires soon. Rotate it before then, or programs that use it will lose access.';

/** Of how the person signs in. */
const OF_PERSON: Readonly<Record<string, string>> = {
  sign_in: 'Someone signed in to your account with a new browser.',
  change_password: 'Your password was changed.',
  set_password_by_link:
    'Your password was set with a reset link. All devices were signed out and all passkeys removed.',
  reset_password: 'A password reset link was created for your account.',
  add_passkey: 'A passkey was added to your account.',
  delete_passkey: 'A passkey was removed from your account.',
  enable_second_factor: 'Two-factor authentication was turned on for your account.',
  disable_second_factor: 'Two-factor authentication was turned off for your account.',
  remove_second_factor: 'Two-factor authentication was removed from your account.',
  new_recovery_codes: 'New recovery codes were created for your account. Your old codes no longer work.',
  use_recovery_code: 'A recovery code was used to sign in to your account.',
  second_factor_failed:
    'Someone entered your password and then an incorrect code. If it was not you, they know your password. Change it now.',
  take_over_account: 'Your email address was verified, and the account that uses it is now yours.',
};

/** Whether owners are notified of an operation in their store. */
export const isNoticed = (operation: string): boolean => Object.hasOwn(IN_STORE, operation);

/** No names that people chose: they could say anything. */
export function noticeMail(notice: Notice, baseUrl: string): Omit<PlainMail, 'to'> | null {
  const { at, operation, aboutStore, detail, byOperator, address, agent } = notice;
  if (operation === 'key_ends')
    return {
      subject: 'Outstep: an API key expires soon',
      text: `${KEY_ENDS}\n\n${detail}\n\n${baseUrl}/stores/${aboutStore}/developer\n`,
    };
  const what = IN_STORE[operation] ?? OF_PERSON[operation];
  if (!what) return null;
  const facts = [
    detail,
    `When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    byOperator ? 'By: the operator of this service' : address && `From: ${address}`,
    !byOperator && agent && `With: ${agent}`,
  ];
  const place = aboutStore
    ? `See who did it in the audit log of the store:\n${baseUrl}/stores/${aboutStore}/audit-log`
    : `If it was not you, change your password and sign out all other devices:\n${baseUrl}/account`;
  return {
    subject: 'Outstep: security notice',
    text: `${what}\n\n${facts.filter(Boolean).join('\n')}\n\n${place}\n\nIf you expected this, you do not need to do anything.\n`,
  };
}
