import type { PlainMail } from '../../../kernel/people.ts';

/** Something that the person is told by mail. */
export interface Notice {
  at: Date;
  operation: string;
  aboutStore: string | null;
  detail: string | null;
  byOperator: boolean;
  address: string | null;
  agent: string | null;
}

/** In a store, told to its owners and to the person who is meant. */
const IN_STORE: Readonly<Record<string, string>> = {
  create_key: 'An API key was created for a store of yours.',
  rotate_key: 'An API key of a store of yours was rotated.',
  set_key_level: 'The level of an API key of a store of yours was changed.',
  set_key_addresses: 'From where an API key of a store of yours may be used was changed.',
  create_platform_secret: 'A secret for a workflow platform was created for a store of yours.',
  change_member_role: 'The role of a person in a store of yours was changed.',
  remove_member: 'A person was removed from a store of yours.',
  create_user: 'A person was given access to a store of yours by the operator.',
  accept_invitation: 'A person accepted an invitation to a store of yours.',
};

const KEY_ENDS =
  'An API key of a store of yours ends soon. Rotate it before, or programs that use it are refused from then on.';

/** Of how the person signs in. */
const OF_PERSON: Readonly<Record<string, string>> = {
  sign_in: 'Somebody signed in to your account with a browser that has not been used for it before.',
  change_password: 'Your password was changed.',
  set_password_by_link: 'Your password was set by a link. All sessions and passkeys have ended.',
  reset_password: 'A link to a new password for your account was made.',
  add_passkey: 'A passkey was added to your account.',
  delete_passkey: 'A passkey of your account was removed.',
  enable_second_factor: 'Two-factor sign-in was turned on for your account.',
  disable_second_factor: 'Two-factor sign-in was turned off for your account.',
  remove_second_factor: 'Two-factor sign-in was taken away from your account.',
  new_recovery_codes: 'New recovery codes were made for your account. The ones before are void.',
  use_recovery_code: 'A recovery code was used to sign in to your account.',
  second_factor_failed:
    'Somebody gave your password and then a wrong code. If it was not you, they know your password: change it.',
  take_over_account: 'Your address was proven, and the account with it is yours now.',
};

/** Whether owners are told of what an operation did in their store. */
export const isNoticed = (operation: string): boolean => Object.hasOwn(IN_STORE, operation);

/** No names that people chose: they could say anything. */
export function noticeMail(notice: Notice, baseUrl: string): Omit<PlainMail, 'to'> | null {
  const { at, operation, aboutStore, detail, byOperator, address, agent } = notice;
  if (operation === 'key_ends')
    return {
      subject: 'Outstep: an API key ends soon',
      text: `${KEY_ENDS}\n\n${detail}\n\n${baseUrl}/stores/${aboutStore}/developer\n`,
    };
  const what = IN_STORE[operation] ?? OF_PERSON[operation];
  if (!what) return null;
  const facts = [
    detail,
    `When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    byOperator ? 'By: the operator of this installation' : address && `From: ${address}`,
    !byOperator && agent && `With: ${agent}`,
  ];
  const place = aboutStore
    ? `Who did it is in the audit log of the store:\n${baseUrl}/stores/${aboutStore}/audit-log`
    : `If it was not you, change your password and sign out all other devices:\n${baseUrl}/account`;
  return {
    subject: 'Outstep: a security notice',
    text: `${what}\n\n${facts.filter(Boolean).join('\n')}\n\n${place}\n\nIf you know of it, there is nothing to do.\n`,
  };
}
