import { randomUUIDv7 } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
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

const MIN_PASSWORD = 12;
const DAY_SECONDS = 24 * 3600;

export interface AuthOptions {
  /** Reaches the sign-in tables only. */
  pool: object;
  baseUrl: string;
  secret: string;
  /** Whether somebody may sign up; `invitation` is the token of the link they followed, if any. */
  maySignUp(email: string, invitation: string | undefined): Promise<boolean>;
  sendPasswordLink(email: string, token: string): Promise<void>;
  /** Setting a password by a mailed link proves the address; earlier sessions may not have owned it. */
  forgetPasskeys(personId: string): Promise<void>;
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
      minPasswordLength: MIN_PASSWORD,
      resetPasswordTokenExpiresIn: DAY_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => options.sendPasswordLink(user.email, token),
      onPasswordReset: ({ user }) => options.forgetPasskeys(user.id),
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
      before: createAuthMiddleware(async (ctx) => {
        if (ctx.path !== '/sign-up/email') return;
        const { email, invitation } = ctx.body ?? {};
        if (!(await options.maySignUp(String(email).toLowerCase(), invitation)))
          throw new APIError('FORBIDDEN', { code: 'INVITED_ONLY', message: 'an invitation is needed' });
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
