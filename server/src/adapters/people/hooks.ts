import { APIError, type AuthMiddleware, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { STEP_UP_SCHEME, STEP_UP_SENTENCE } from '../../kernel/step-up.ts';
import { type AttemptOptions, createAttempts } from './attempts.ts';
import type { EventName, PeopleEvents } from './events.ts';
import { clientOf, findChallenged, type HookContext, keepDevice } from './hook-context.ts';
import type { Proofs } from './proofs.ts';
import type { SignedUp } from './sign-up.ts';

export interface HookOptions extends AttemptOptions {
  signUp(fields: Record<string, unknown>): Promise<SignedUp & { takenOver?: string }>;
  record: PeopleEvents['record'];
  proofs: Proofs;
  /** Begins to mail a link by which the person with this address sets a password, if there is one. */
  requestPasswordLink(email: string): void;
}

/** Ways to sign in that are added or taken away: a session alone is not enough for these. */
const STEP_UP_PATHS: ReadonlySet<string> = new Set([
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
]);

const CODE_PATHS: ReadonlySet<string> = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
]);

/** What a call that went well is recorded as. */
const EVENTS: Readonly<Record<string, EventName>> = {
  '/sign-in/email': 'sign_in',
  '/passkey/verify-authentication': 'sign_in',
  '/change-password': 'change_password',
  '/passkey/verify-registration': 'add_passkey',
  '/passkey/delete-passkey': 'delete_passkey',
  '/two-factor/disable': 'disable_second_factor',
  '/two-factor/generate-backup-codes': 'new_recovery_codes',
  '/revoke-session': 'end_session',
  '/revoke-other-sessions': 'end_other_sessions',
};

const stepUp = () =>
  new APIError(
    'UNAUTHORIZED',
    { code: 'STEP_UP', message: STEP_UP_SENTENCE },
    { 'www-authenticate': STEP_UP_SCHEME },
  );

export function createHooks(options: HookOptions): { before: AuthMiddleware; after: AuthMiddleware } {
  const { devices, proofs, record } = options;
  const attempts = createAttempts(options);
  /** Whose code a call tries; a challenge that was met is gone afterwards. */
  const tried = new WeakMap<Request, { id: string; wasOn: boolean }>();

  /** A code is tried for a sign-in, or to turn the second factor on; once signed in, a step-up is the place for it. */
  async function admitCode(ctx: HookContext, request: Request) {
    const user = (await getSessionFromCtx(ctx))?.user as
      | { id: string; twoFactorEnabled?: boolean }
      | undefined;
    if (user && (user.twoFactorEnabled || ctx.path === '/two-factor/verify-backup-code'))
      throw new APIError('BAD_REQUEST', { code: 'SIGNED_IN', message: 'you are signed in' });
    const id = user?.id ?? (await findChallenged(ctx));
    if (!id) return undefined;
    tried.set(request, { id, wasOn: !user });
    await attempts.code(ctx, request, id);
    if (!(await proofs.takeCode(id, String(ctx.body?.code ?? '')))) {
      await recordCode(ctx, request, true);
      throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' });
    }
    // No device is trusted to be without a code.
    return { context: { body: { ...ctx.body, trustDevice: false } } };
  }

  /** For who is signed in. */
  async function guardAccount(ctx: HookContext, request: Request) {
    const asksPassword = attempts.checksPassword(ctx.path);
    const asksProof = STEP_UP_PATHS.has(ctx.path);
    const found = asksPassword || asksProof ? await getSessionFromCtx(ctx) : null;
    if (!found) return;
    if (ctx.path === '/two-factor/enable' && (found.user as { twoFactorEnabled?: boolean }).twoFactorEnabled)
      throw new APIError('BAD_REQUEST', {
        code: 'SECOND_FACTOR_ON',
        message: 'the second factor is on; turn it off first',
      });
    if (asksProof && !(await proofs.isFresh(found.session.id))) throw stepUp();
    if (asksPassword) await attempts.password(ctx, request, found.user.id);
  }

  async function recordCode(ctx: HookContext, request: Request, failed: boolean) {
    const whose = tried.get(request);
    if (!whose) return;
    const note = (name: EventName) => record(name, whose, clientOf(ctx.headers));
    if (!whose.wasOn) return failed ? undefined : note('enable_second_factor');
    if (failed) return note('second_factor_failed');
    if (ctx.path === '/two-factor/verify-backup-code') await note('use_recovery_code');
    return recordSignIn(ctx, whose.id);
  }

  async function recordSignIn(ctx: HookContext, id: string) {
    const { isOneMore } = await devices.see(id, await keepDevice(ctx));
    await record('sign_in', { id }, clientOf(ctx.headers), { isMailed: isOneMore });
  }

  return {
    before: createAuthMiddleware(async (ctx) => {
      // Our own calls of the library have no request.
      if (!ctx.request) return undefined;
      // The library's answers to these two, and their time, tell whether an address is known.
      if (ctx.path === '/sign-up/email') {
        const { status, takenOver } = await options.signUp(ctx.body ?? {});
        if (takenOver) await record('take_over_account', { id: takenOver }, clientOf(ctx.headers));
        return ctx.json({ status });
      }
      if (ctx.path === '/request-password-reset') {
        await attempts.link(ctx);
        options.requestPasswordLink(String(ctx.body?.email ?? ''));
        return ctx.json({ status: 'mailed' });
      }
      if (CODE_PATHS.has(ctx.path)) return admitCode(ctx, ctx.request);
      if (ctx.path === '/sign-in/email') await attempts.signIn(ctx, ctx.request);
      else await guardAccount(ctx, ctx.request);
      return undefined;
    }),
    // Before the answer leaves: a sign-in that cannot be written down is none.
    after: createAuthMiddleware(async (ctx) => {
      if (!ctx.request) return;
      const failed = ctx.context.returned instanceof Error;
      if (!failed) await attempts.giveBack(ctx.request);
      if (CODE_PATHS.has(ctx.path)) return recordCode(ctx, ctx.request, failed);
      const event = EVENTS[ctx.path];
      if (event === 'sign_in') {
        const email = ctx.body?.email;
        const whose = typeof email === 'string' ? { email } : null;
        if (failed) return record('sign_in_failed', whose, clientOf(ctx.headers));
        // A sign-in without a session is half of one: the second factor is still to come.
        const signedIn = ctx.context.newSession?.user.id;
        if (signedIn) await recordSignIn(ctx, signedIn);
      } else if (event && !failed) {
        const found = ctx.context.newSession ?? (await getSessionFromCtx(ctx));
        await record(event, found?.user ?? null, clientOf(ctx.headers));
      }
    }),
  };
}
