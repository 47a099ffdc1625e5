import { randomUUIDv7 } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Client } from '../../kernel/audit.ts';
import type { EventName, PeopleEvents } from './events.ts';
import { SESSION_DAYS } from './proofs.ts';
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
  signUp(fields: Record<string, unknown>): Promise<SignedUp & { takenOver?: string }>;
  record: PeopleEvents['record'];
  /** Begins to mail a link by which the person with this address sets a password, if there is one. */
  requestPasswordLink(email: string): void;
  /** A link to set a password proves the address; earlier sessions and passkeys may not have owned it. */
  onPasswordSetByLink(personId: string): Promise<void>;
  onProblem(message: string, detail: unknown[]): void;
}

/** What a call that went well is recorded as. */
const EVENTS: Readonly<Record<string, EventName>> = {
  '/sign-in/email': 'sign_in',
  '/passkey/verify-authentication': 'sign_in',
  '/change-password': 'change_password',
  '/passkey/verify-registration': 'add_passkey',
  '/passkey/delete-passkey': 'delete_passkey',
  '/revoke-session': 'end_session',
  '/revoke-other-sessions': 'end_other_sessions',
};

function eventOf(path: string, failed: boolean): EventName | null {
  const event = EVENTS[path] ?? null;
  if (!failed) return event;
  return event === 'sign_in' ? 'sign_in_failed' : null;
}

const MAX_AGENT = 300;

const clientOf = (headers: Headers | undefined): Client => ({
  address: headers?.get(ADDRESS_HEADER) ?? null,
  agent: headers?.get('user-agent')?.slice(0, MAX_AGENT) ?? null,
});

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
    // Never extended: it ends for good. That it was not used for long is looked at apart.
    session: {
      ...sessionTable,
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      disableSessionRefresh: true,
      // What needs a fresh proof says so itself.
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
        if (ctx.path === '/sign-up/email') {
          const { status, takenOver } = await options.signUp(ctx.body ?? {});
          if (takenOver) await options.record('take_over_account', { id: takenOver }, clientOf(ctx.headers));
          return ctx.json({ status });
        }
        if (ctx.path !== '/request-password-reset') return undefined;
        options.requestPasswordLink(String(ctx.body?.email ?? ''));
        return ctx.json({ status: 'mailed' });
      }),
      // Before the answer leaves: a sign-in that cannot be written down is none.
      after: createAuthMiddleware(async (ctx) => {
        const event = eventOf(ctx.path, ctx.context.returned instanceof Error);
        if (!event) return;
        const tried = typeof ctx.body?.email === 'string' ? { email: ctx.body.email } : null;
        const own = async () => (ctx.context.newSession ?? (await getSessionFromCtx(ctx)))?.user ?? null;
        await options.record(event, event === 'sign_in_failed' ? tried : await own(), clientOf(ctx.headers));
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
