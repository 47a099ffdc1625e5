import { APIError } from 'better-auth/api';
import { z } from 'zod';
import { requiredText, schemaMessage } from '../../kernel/fields.ts';
import type { MailLanguage } from '../../kernel/mail-language.ts';
import { message, textOf } from '../../kernel/messages/message.ts';
import type { Accounts, NewAccount } from './accounts.ts';
import type { AfterResponse } from './after-response.ts';
import { hashOfSetupCode, type SetupCodes } from './setup-codes.ts';

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;
const MAX_NAME = 200;

export interface SignUpOptions {
  signUp: 'open' | 'invited';
  /** Whether the service can email links. */
  sendsMail: boolean;
  accounts: Accounts;
  setupCodes: Pick<SetupCodes, 'isLive'>;
  /** The open invitation with this token for this address. */
  findInvitation(email: string, token: string): Promise<{ provesAddress: boolean } | null>;
  hasStores(personId: string): Promise<boolean>;
  findByEmail(email: string): Promise<{ id: string; emailVerified: boolean } | null>;
  hash(password: string): Promise<string>;
  /** Emails a link for setting a password. */
  mailPasswordLink(email: string, language: MailLanguage | null): Promise<void>;
  afterAnswer: Pick<AfterResponse, 'begin'>;
  onProblem(message: string, detail: unknown[]): void;
}

export interface SignUpResult {
  /** `created` also for a known address: only signing in reveals the difference. */
  status: 'created' | 'mailed';
}

/** The existing account whose ownership was proven, if there was one. */
type SignUpOutcome = SignUpResult & { takenOver?: string };

const problem = (status: 'BAD_REQUEST' | 'FORBIDDEN' | 'CONFLICT', code: string, message: string) =>
  new APIError(status, { code, message });

const text = (value: unknown) => (typeof value === 'string' ? value : '');

// Such a name could break a line or reorder the text around it wherever it is shown (contract: The app 21).
const personName = requiredText(MAX_NAME).refine(
  (name) => !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name),
  { error: schemaMessage('control_characters') },
);

/** The name of a person, or of something that they sign in with. */
export function readName(value: unknown): string {
  const name = personName.safeParse(text(value).trim());
  if (!name.success)
    throw problem('BAD_REQUEST', 'VALIDATION_ERROR', `name: ${name.error.issues[0]?.message}`);
  return name.data;
}

function readEmail(value: unknown): string {
  const email = z.email().safeParse(value);
  if (!email.success) throw problem('BAD_REQUEST', 'INVALID_EMAIL', 'Invalid email');
  return email.data.toLowerCase();
}

function readPassword(value: unknown): string {
  const password = text(value);
  if (password.length < MIN_PASSWORD)
    throw problem('BAD_REQUEST', 'PASSWORD_TOO_SHORT', 'Password too short');
  if (password.length > MAX_PASSWORD) throw problem('BAD_REQUEST', 'PASSWORD_TOO_LONG', 'Password too long');
  return password;
}

/**
 * Creates accounts without signing in: the response reveals nothing about an address whose owner has not confirmed it
 * (contract: The app 11). Following a link sent to the address, or one from the operator, proves ownership.
 */
export function createSignUp(options: SignUpOptions) {
  const { accounts, setupCodes } = options;

  /**
   * Hands over an account that was registered without proof, unless its new owner would gain access to stores
   * that way.
   */
  async function join(account: NewAccount): Promise<SignUpOutcome> {
    if (await accounts.create(account)) return { status: 'created' };
    const known = await options.findByEmail(account.email);
    const isFree =
      known && !known.emailVerified && (account.isProven || !(await options.hasStores(known.id)));
    if (!isFree)
      throw problem('CONFLICT', 'ACCOUNT_EXISTS', 'there is an account with this address: sign in');
    await accounts.takeOver(known.id, account);
    return { status: 'created', takenOver: known.id };
  }

  async function requireNobody(): Promise<void> {
    if (!(await accounts.areNone()))
      throw problem('FORBIDDEN', 'INVITED_ONLY', textOf(message('invitation_needed')));
  }

  /**
   * Creates the first account. The operator vouches for its address with the setup code
   * (contract: The app 22).
   */
  async function createFirst(
    setupCode: string,
    account: (isProven: boolean) => Promise<NewAccount>,
  ): Promise<SignUpOutcome> {
    await requireNobody();
    // Checked before the password is hashed, so that guesses cost us little.
    if (await setupCodes.isLive(setupCode)) {
      if (await accounts.createFirst(await account(true), hashOfSetupCode(setupCode)))
        return { status: 'created' };
      await requireNobody();
    }
    throw problem('FORBIDDEN', 'SETUP_CODE', textOf(message('setup_code_wrong')));
  }

  return async function signUp(
    fields: Record<string, unknown>,
    language: MailLanguage | null,
  ): Promise<SignUpOutcome> {
    const name = readName(fields['name']);
    const email = readEmail(fields['email']);
    const newAccount = async (isProven: boolean): Promise<NewAccount> => {
      const passwordHash = await options.hash(readPassword(fields['password']));
      return { name, email, isProven, passwordHash, language };
    };
    const token = text(fields['invitation']);
    const invitation = token ? await options.findInvitation(email, token) : null;
    if (invitation) return join(await newAccount(invitation.provesAddress));
    if (options.signUp === 'invited') return createFirst(text(fields['setupCode']), newAccount);
    if (!options.sendsMail) {
      await accounts.create(await newAccount(false));
      return { status: 'created' };
    }
    options.afterAnswer.begin(
      async () => {
        await accounts.create({ name, email, isProven: false, passwordHash: null, language });
        await options.mailPasswordLink(email, language);
      },
      (error) => options.onProblem('an account was not made', [error]),
    );
    return { status: 'mailed' };
  };
}
