import { randomUUIDv7 } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { APIError, isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { OperationError } from '../../kernel/error.ts';
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

/** The sign-in path, the only one that the auth library serves. */
export const AUTH_PATH = '/app/auth';

const DAY_SECONDS = 24 * 3600;

/** A secret and its version. */
export interface AuthSecret {
  version: number;
  value: string;
}

export interface AuthOptions extends HookOptions {
  /** Can access only the sign-in tables. */
  pool: object;
  baseUrl: string;
  /** The first signs and encrypts; the others only decrypt existing values. */
  secrets: AuthSecret[];
  isSuspended(personId: string): Promise<boolean>;
  /**
   * Using a link to set a password proves the address; earlier sessions and passkeys may belong to someone
   * else.
   */
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
    // Never extended: sessions have a fixed end. Idle sessions are ended separately.
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
      // We create accounts ourselves; see the hook below.
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
          // If an account has a second factor, a passkey without user verification, such as a key left on a
          // desk, is not enough.
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
      // We count attempts ourselves, including those of signed-in people.
      twoFactor({ issuer: 'Outstep', schema: secondFactorTables, accountLockout: { enabled: false } }),
      // Runs after the others, so that a sign-in that still waits for the second factor is not mistaken for a
      // complete one.
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
        // The library's own limit, three in ten seconds, is used up by one change that waits for a step-up.
        // We count guesses ourselves.
        '/change-password': { window: 60, max: 20 },
        '/two-factor/*': { window: 60, max: 20 },
        '/passkey/verify-authentication': { window: 60, max: 20 },
      },
    },
    databaseHooks: {
      session: {
        create: {
          // Applies to every sign-in method.
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
        // Rethrown, because the caller handles an `OperationError` as on every other path; the library would return
        // 500.
        if (error instanceof OperationError) throw error;
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
