import { randomUUIDv7 } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { MAX_PASSWORD, MIN_PASSWORD, type SignedUp } from './sign-up.ts';
import {
  accountTable,
  passkeyTable,
  rateLimitTable,
  sessionTable,
  userTable,
  verificationTable,
} from './tables.ts';

/** Where people sign in; the only paths of the app that the auth library serves. */
export const AUTH_PATH = '/app/auth';

/** We set it to the caller's address; it is never taken from the request. */
export const ADDRESS_HEADER = 'x-outstep-address';

const DAY_SECONDS = 24 * 3600;

export interface AuthOptions {
  /** Reaches the sign-in tables only. */
  pool: object;
  baseUrl: string;
  secret: string;
  signUp(fields: Record<string, unknown>): Promise<SignedUp>;
  /** Begins to mail a link by which the person with this address sets a password, if there is one. */
  requestPasswordLink(email: string): void;
  /** A link to set a password proves the address; earlier sessions and passkeys may not have owned it. */
  onPasswordSetByLink(personId: string): Promise<void>;
  onProblem(message: string, detail: unknown[]): void;
}

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(options: AuthOptions) {
  const { hostname, protocol, origin } = new URL(options.baseUrl);
  const secure = protocol === 'https:';
  return betterAuth({
    appName: 'Outstep',
    baseURL: options.baseUrl,
    basePath: AUTH_PATH,
    secret: options.secret,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    database: options.pool as never,
    user: userTable,
    session: { ...sessionTable, expiresIn: 7 * DAY_SECONDS, updateAge: DAY_SECONDS },
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
      onPasswordReset: ({ user }) => options.onPasswordSetByLink(user.id),
    },
    plugins: [
      passkey({
        rpID: hostname,
        rpName: 'Outstep',
        origin,
        schema: { passkey: passkeyTable },
      }),
    ],
    rateLimit: {
      enabled: true,
      storage: 'database',
      ...rateLimitTable,
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/*': { window: 60, max: 10 },
        '/sign-up/*': { window: 60, max: 10 },
        '/passkey/verify-authentication': { window: 60, max: 20 },
      },
    },
    hooks: {
      // The library's answers to these two, and their time, tell whether an address is known.
      before: createAuthMiddleware(async (ctx) => {
        if (ctx.path === '/sign-up/email') return ctx.json(await options.signUp(ctx.body ?? {}));
        if (ctx.path !== '/request-password-reset') return undefined;
        options.requestPasswordLink(String(ctx.body?.email ?? ''));
        return ctx.json({ status: 'mailed' });
      }),
    },
    advanced: {
      // A __Host- cookie cannot be set by another host or for another path; browsers accept it over https only.
      useSecureCookies: false,
      cookiePrefix: secure ? '__Host-outstep' : 'outstep',
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => randomUUIDv7() },
    },
    logger: {
      level: 'error',
      log: (_level, message, ...detail) => options.onProblem(message, detail),
    },
  });
}
