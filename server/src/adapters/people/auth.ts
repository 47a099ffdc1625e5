import { randomUUIDv7 } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { APIError, isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { Refusal } from '../../kernel/error.ts';
import { message, textOf } from '../../kernel/messages/message.ts';
import { ADDRESS_HEADER, clientOf } from './hook-context.ts';
import { createHooks, type HookOptions, inheritedBySession } from './hooks.ts';
import { SESSION_DAYS } from './session-proofs.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './sign-up.ts';
import {
  accountTable,
  passkeyTable,
  rateLimitTable,
  secondFactorTables,
  sessionTable,
  userTable,
  verificationTable,
} from './tables.ts';

/** Where people sign in; the only paths of the app that the auth library serves. */
export const AUTH_PATH = '/app/auth';

const DAY_SECONDS = 24 * 3600;

/** A secret, and which one it is. */
export interface AuthSecret {
  version: number;
  value: string;
}

export interface AuthOptions extends HookOptions {
  /** Reaches the sign-in tables only. */
  pool: object;
  baseUrl: string;
  /** The first signs and seals; what others have sealed can be opened. */
  secrets: AuthSecret[];
  isSuspended(personId: string): Promise<boolean>;
  /** A link to set a password proves the address; earlier sessions and passkeys may not have owned it. */
  onPasswordSetByLink(personId: string): Promise<void>;
  onProblem(message: string, detail: unknown[]): void;
}

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(options: AuthOptions) {
  const { hostname, protocol, origin } = new URL(options.baseUrl);
  const secure = protocol === 'https:';
  const hooks = createHooks(options);
  return betterAuth({
    appName: 'Outstep',
    baseURL: options.baseUrl,
    basePath: AUTH_PATH,
    secrets: options.secrets,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    database: options.pool as never,
    user: userTable,
    // Never extended: it ends for good. That it was not used for long is looked at apart.
    session: {
      ...sessionTable,
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      disableSessionRefresh: true,
      // Operations that need a recent confirmation declare it themselves.
      freshAge: 0,
    },
    account: accountTable,
    verification: { ...verificationTable, storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      // We make accounts ourselves; see the hook below.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      resetPasswordTokenExpiresIn: DAY_SECONDS,
      revokeSessionsOnPasswordReset: true,
      async onPasswordReset({ user }, request) {
        await options.onPasswordSetByLink(user.id);
        await options.record('set_password_by_link', user, clientOf(request?.headers));
      },
    },
    plugins: [
      passkey({
        rpID: hostname,
        rpName: 'Outstep',
        origin,
        schema: { passkey: passkeyTable },
        authentication: {
          // Whoever has a second factor is not let in by something that can be taken from their desk.
          async afterVerification({ verification, clientData }) {
            if (
              verification.authenticationInfo.userVerified ||
              !(await options.proofs.needsTwo(clientData.id))
            )
              return;
            throw new APIError('UNAUTHORIZED', {
              code: 'PASSKEY_UNVERIFIED',
              message: textOf(message('passkey_unverified')),
            });
          },
        },
      }),
      // Attempts are counted by us, also those of who is signed in.
      twoFactor({ issuer: 'Outstep', schema: secondFactorTables, accountLockout: { enabled: false } }),
      // After the others, so that a sign-in which waits for the second factor is seen as what it is.
      { id: 'outstep', hooks: { after: [{ matcher: () => true, handler: hooks.after }] } },
    ],
    hooks: { before: hooks.before },
    rateLimit: {
      enabled: true,
      storage: 'database',
      ...rateLimitTable,
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/*': { window: 60, max: 10 },
        '/sign-up/*': { window: 60, max: 10 },
        // The library's own three in ten seconds are spent by one change that waits for a step-up. We count guesses.
        '/change-password': { window: 60, max: 20 },
        '/two-factor/*': { window: 60, max: 20 },
        '/passkey/verify-authentication': { window: 60, max: 20 },
      },
    },
    databaseHooks: {
      session: {
        create: {
          // Whatever they signed in with.
          async before({ userId }, ctx) {
            if (await options.isSuspended(userId))
              throw new APIError('FORBIDDEN', {
                code: 'ACCOUNT_SUSPENDED',
                message: textOf(message('account_suspended')),
              });
            return { data: inheritedBySession(ctx) };
          },
        },
      },
    },
    advanced: {
      // A __Host- cookie cannot be set by another host or for another path; browsers accept it over https only.
      useSecureCookies: false,
      cookiePrefix: secure ? '__Host-outstep' : 'outstep',
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => randomUUIDv7() },
    },
    onAPIError: {
      onError(error) {
        // Thrown, it reaches whoever called in the way of every other path; the library would answer 500.
        if (error instanceof Refusal) throw error;
        const isOurs = !isAPIError(error) || error.status === 'INTERNAL_SERVER_ERROR';
        if (isOurs) options.onProblem('signing in failed', [error]);
      },
    },
    logger: {
      level: 'error',
      log: (_level, message, ...detail) => options.onProblem(message, detail),
    },
  });
}
