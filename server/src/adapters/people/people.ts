import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseCookies } from 'better-call';
import type { CallClient } from '../../kernel/audit.ts';
import { OperationError } from '../../kernel/error.ts';
import { FairQueue } from '../../kernel/fair-queue.ts';
import type { MailLanguage } from '../../kernel/mail-language.ts';
import { message } from '../../kernel/messages/message.ts';
import type { PeopleDirectory, PeopleEvent, Person, ServiceMail } from '../../kernel/people.ts';
import type { Proof } from '../../kernel/step-up.ts';
import { createAccounts, type PeopleConnections, queryOn } from './accounts.ts';
import { createAfterResponse } from './after-response.ts';
import { type Auth, type AuthSecret, createAuth } from './auth.ts';
import { createDevices } from './devices.ts';
import { createPeopleEvents } from './events.ts';
import { ADDRESS_HEADER } from './hook-context.ts';
import { createAttemptLimits, type LimitedAttempt, networkOf } from './limits.ts';
import { passwordLinkMail } from './password-link-mail.ts';
import { createSessionProofs } from './session-proofs.ts';
import { createSetupCodes } from './setup-codes.ts';
import { createSignUp, type SignUpOptions } from './sign-up.ts';
import { createStepUp, type StepUpSubject } from './step-up.ts';

/** The value of a cookie signed by the auth library; `null` if the signature is missing or invalid. */
function readSignedCookie(cookies: string, name: string, secret: string): string | null {
  const value = parseCookies(cookies).get(name);
  const at = value?.lastIndexOf('.') ?? -1;
  if (!value || at < 1) return null;
  const text = value.slice(0, at);
  const signature = Buffer.from(value.slice(at + 1), 'base64');
  const expected = createHmac('sha256', secret).update(text).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? text : null;
}

export interface PeopleOptions
  extends ServiceMail,
    Pick<SignUpOptions, 'signUp' | 'sendsMail' | 'findInvitation' | 'hasStores' | 'onProblem'> {
  pool: PeopleConnections;
  /** The client of commands on this machine. */
  operatorClient(): CallClient;
  baseUrl: string;
  secrets: [AuthSecret, ...AuthSecret[]];
}

export interface PeopleService extends PeopleDirectory {
  /** Handles requests below the sign-in path. */
  handle(request: Request, address: string): Promise<Response>;
  /** The session token in the cookies; `null` if its signature is missing or invalid. */
  readToken(cookies: string): Promise<string | null>;
  /** Records that the session is in use. */
  markSeen(session: string): Promise<void>;
  /** Proves that the holder of the session is the person. */
  stepUp(headers: Headers, prover: StepUpSubject, proof: Proof, client: CallClient): Promise<void>;
  /** Sign-ins and changes to how a person signs in, newest first. */
  eventsOf(personId: string): Promise<PeopleEvent[]>;
  /** Whether no account exists yet. */
  areNone(): Promise<boolean>;
  /** Records that the person followed a link that only the owner of their address received. */
  proveAddress(personId: string, session: string): Promise<void>;
  /** Rejected while a store has no other owner. */
  deletePerson(personId: string, client: CallClient): Promise<void>;
  close(): Promise<void>;
}

/**
 * Slots for sign-ins. Each may hash a password, which takes a quarter of a second of a processor and one of
 * Node's four threads for such work. Half of the processors are left for other work, and one slot is reserved
 * for browsers that the person has signed in with.
 */
const PLACES = [1, 2, 3].slice(0, Math.max(1, availableParallelism() >> 1));
const PLACES_OF_KNOWN = [1];
const BUSY = message('sign_in_unavailable');
/** Fair queueing by address: a client that sends many requests delays only itself. */
const LINE = {
  ...{ maxHeldPerAccount: 1, maxWaitingPerStore: 10, maxWaitMs: 10_000 },
  busy: { tooMany: BUSY, tooLong: BUSY, stopping: BUSY },
};

const SIGN_IN_PATH = '/sign-in/email';

const TOKEN_BYTES = 32;
const EVENTS_SHOWN = 50;
const LINK_MS = 24 * 3600 * 1000;

function lastOwner(stores: readonly string[]) {
  const named = stores.map((name) => `"${name}"`).join(', ');
  return new OperationError('conflict', message('owner_needed_or_delete', { stores: named }));
}

const viewPerson = ({ id, name, email }: Person): Person => ({ id, name, email });

export function createPeople(options: PeopleOptions): PeopleService {
  const { baseUrl, pool } = options;
  const linkOf = (token: string) => `${baseUrl}/reset-password?token=${encodeURIComponent(token)}`;

  const query = queryOn(pool);
  const accounts = createAccounts(query);
  const events = createPeopleEvents(query, options.sendsMail);
  const proofs = createSessionProofs(query);
  const devices = createDevices(query);
  const limits = createAttemptLimits(query, options.secrets[0].value);
  const afterAnswer = createAfterResponse();

  const findByEmail = async (email: string) => {
    const { internalAdapter } = await auth.$context;
    return (await internalAdapter.findUserByEmail(email.toLowerCase()))?.user ?? null;
  };

  async function passwordLink(email: string): Promise<string | null> {
    const person = await findByEmail(email);
    if (!person) return null;
    const { internalAdapter } = await auth.$context;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await internalAdapter.createVerificationValue({
      value: person.id,
      identifier: `reset-password:${token}`,
      expiresAt: new Date(Date.now() + LINK_MS),
    });
    return linkOf(token);
  }

  async function mailPasswordLink(to: string, language: MailLanguage | null) {
    // A person who requests this many links has received some; further requests send no email.
    if ((await limits.take([['link to account', to.toLowerCase()]])) !== null) return;
    const link = await passwordLink(to);
    if (link) await options.send({ to, ...passwordLinkMail({ language, baseUrl, link }) });
  }

  const signUp = createSignUp({
    ...options,
    accounts,
    setupCodes: createSetupCodes(query),
    findByEmail,
    mailPasswordLink,
    afterAnswer,
    hash: async (password) => (await auth.$context).password.hash(password),
  });

  const auth: Auth = createAuth({
    ...options,
    signUp,
    record: events.record,
    isSuspended: accounts.isSuspended,
    proofs,
    devices,
    limits,
    requestPasswordLink(email, language) {
      if (!options.sendsMail) return;
      afterAnswer.begin(
        () => mailPasswordLink(email, language),
        (error) => options.onProblem('a link was not mailed', [error]),
      );
    },
    onPasswordSetByLink: accounts.setByLink,
  });
  const stepUp = createStepUp(auth, proofs);
  const line = new FairQueue(PLACES, LINE);
  const lineOfKnown = new FairQueue(PLACES_OF_KNOWN, LINE);
  const inTurn = <T>(address: string | null, work: () => Promise<T>) =>
    line.run({ account: networkOf(address), storeId: '' }, work);

  async function readToken(cookies: string): Promise<string | null> {
    const { authCookies, secret } = await auth.$context;
    return readSignedCookie(cookies, authCookies.sessionToken.name, secret);
  }

  /** The address of the person who signs in, if they have signed in with this browser before. */
  async function knownPerson(request: Request): Promise<string | null> {
    if (!request.url.endsWith(SIGN_IN_PATH)) return null;
    const { createAuthCookie, secret } = await auth.$context;
    const cookies = request.headers.get('cookie') ?? '';
    const device = readSignedCookie(cookies, createAuthCookie('device').name, secret);
    if (!device) return null;
    const { email } = (await request.clone().json()) as { email?: unknown };
    if (typeof email !== 'string') return null;
    return (await devices.isKnown({ email: email.toLowerCase() }, device)) ? email.toLowerCase() : null;
  }

  async function deletePerson(personId: string, client: CallClient, byOperator: boolean): Promise<void> {
    const orphans = await events.deletePerson(personId, client, byOperator);
    if (orphans.length > 0) throw lastOwner(orphans);
  }

  return {
    send: options.send,

    async handle(request, address) {
      const answer = async () => {
        request.headers.set(ADDRESS_HEADER, address);
        const token = await readToken(request.headers.get('cookie') ?? '');
        if (token) await proofs.endIdle(token);
        return auth.handler(request);
      };
      const known = await knownPerson(request);
      return known ? lineOfKnown.run({ account: known, storeId: '' }, answer) : inTurn(address, answer);
    },

    readToken,
    markSeen: proofs.markSeen,

    stepUp: (headers, prover, proof, client) =>
      inTurn(client.address, async () => {
        const attempts: LimitedAttempt[] = [
          ['proof of account', prover.id],
          ['attempt from address', networkOf(client.address)],
        ];
        const retryAfterSeconds = await limits.take(attempts);
        if (retryAfterSeconds !== null)
          throw new OperationError('over_budget', message('too_many_attempts'), { retryAfterSeconds });
        await stepUp(headers, prover, proof, () => events.record('step_up_failed', prover, client));
        await limits.giveBack(attempts);
      }),

    async findProven(email) {
      const known = await findByEmail(email);
      return known?.emailVerified ? viewPerson(known) : null;
    },

    async passwordLink(email) {
      const link = await passwordLink(email);
      if (link)
        await events.record('reset_password', { email }, options.operatorClient(), { byOperator: true });
      return link;
    },
    list: accounts.list,
    async setSuspended(email, suspended) {
      const isKnown = await accounts.setSuspended(email, suspended);
      const event = suspended ? 'suspend_account' : 'resume_account';
      if (isKnown) await events.record(event, { email }, options.operatorClient(), { byOperator: true });
      return isKnown;
    },
    async deleteByOperator(email) {
      const known = await findByEmail(email);
      if (known) await deletePerson(known.id, options.operatorClient(), true);
      return known !== null;
    },
    deletePerson: (personId, client) => deletePerson(personId, client, false),
    async removeSecondFactor(email) {
      const removed = await accounts.removeSecondFactor(email);
      if (removed)
        await events.record('remove_second_factor', { email }, options.operatorClient(), {
          byOperator: true,
        });
      return removed;
    },
    events: events.all,
    eventsOf: (personId) => events.ofPerson(personId, EVENTS_SHOWN),
    areNone: accounts.areNone,
    proveAddress: accounts.prove,
    async close() {
      await afterAnswer.close();
      await pool.end();
    },
  };
}
