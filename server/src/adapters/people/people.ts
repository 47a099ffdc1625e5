import { randomBytes } from 'node:crypto';
import { Refusal } from '../../kernel/error.ts';
import type { People, Person, ServiceMail } from '../../kernel/people.ts';
import { ADDRESS_HEADER, type Auth, createAuth } from './auth.ts';

export interface PeopleOptions extends ServiceMail {
  pool: object & { end(): Promise<void> };
  baseUrl: string;
  secret: string;
  signUp: 'open' | 'invited';
  /** Whether the token belongs to an invitation for this address. */
  isInvited(email: string, token: string): Promise<boolean>;
  onProblem(message: string, detail: unknown[]): void;
}

export interface SignedIn {
  person: Person;
  /** Id of the session. */
  session: string;
  /** Cookies to set when the session was extended. */
  cookies: string[];
}

export interface PeopleDoor extends People {
  /** Answers requests below the sign-in path. */
  handle(request: Request, address: string): Promise<Response>;
  signedIn(headers: Headers): Promise<SignedIn | null>;
  close(): Promise<void>;
}

const TOKEN_BYTES = 32;
const LINK_MS = 24 * 3600 * 1000;

const unreachable = () =>
  new Refusal('unavailable', 'signing in is not possible right now; try again shortly', {
    retryAfterSeconds: 2,
  });

const shown = ({ id, name, email }: Person): Person => ({ id, name, email });

export function createPeople(options: PeopleOptions): PeopleDoor {
  const { baseUrl, pool } = options;
  const linkOf = (token: string) => `${baseUrl}/reset-password?token=${encodeURIComponent(token)}`;

  async function sendPasswordLink(to: string, token: string) {
    await options.send({
      to,
      subject: 'Set your password for Outstep',
      text: `Somebody, most likely you, asked for a new password at ${baseUrl}.\n\nSet it here within a day:\n${linkOf(token)}\n\nIf it was not you, nothing has changed and there is nothing to do.\n`,
    });
  }

  const auth: Auth = createAuth({
    ...options,
    sendPasswordLink,
    async forgetPasskeys(personId) {
      const { adapter } = await auth.$context;
      await adapter.deleteMany({ model: 'passkey', where: [{ field: 'userId', value: personId }] });
    },
    async maySignUp(email, invitation) {
      if (options.signUp === 'open') return true;
      if (typeof invitation === 'string' && (await options.isInvited(email, invitation))) return true;
      const { adapter } = await auth.$context;
      return (await adapter.count({ model: 'user' })) === 0;
    },
  });

  const findByEmail = async (email: string) => {
    const { internalAdapter } = await auth.$context;
    return (await internalAdapter.findUserByEmail(email.toLowerCase()))?.user ?? null;
  };

  return {
    send: options.send,

    handle(request, address) {
      request.headers.set(ADDRESS_HEADER, address);
      return auth.handler(request);
    },

    async signedIn(headers) {
      const found = await auth.api.getSession({ headers, returnHeaders: true }).catch((error) => {
        options.onProblem('a session could not be looked up', [error]);
        throw unreachable();
      });
      if (!found.response) return null;
      const { user, session } = found.response;
      return { person: shown(user), session: session.id, cookies: found.headers?.getSetCookie() ?? [] };
    },

    async admit(email) {
      const known = await findByEmail(email);
      if (known) return shown(known);
      const { internalAdapter } = await auth.$context;
      const name = email.split('@')[0] ?? email;
      return shown(
        await internalAdapter.createUser({ email: email.toLowerCase(), name, emailVerified: false }),
      );
    },

    async passwordLink(email) {
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
    },

    close: () => pool.end(),
  };
}
