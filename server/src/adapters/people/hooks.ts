import { APIError, type AuthMiddleware, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { AUTH_RULES, type RequiredProof } from '../../kernel/auth-rules.ts';
import type { MailLanguage } from '../../kernel/mail-language.ts';
import { message, textOf } from '../../kernel/messages/message.ts';
import { STEP_UP_SCHEME, STEP_UP_SENTENCE } from '../../kernel/step-up.ts';
import { type AttemptOptions, createAttempts } from './attempts.ts';
import type { EventName, PeopleEvents } from './events.ts';
import { clientOf, ensureDevice, findSecondFactorPending, type HookContext } from './hook-context.ts';
import type { SessionProofs } from './session-proofs.ts';
import { readName, type SignUpResult } from './sign-up.ts';

export interface HookOptions extends AttemptOptions {
  signUp(
    fields: Record<string, unknown>,
    language: MailLanguage | null,
  ): Promise<SignUpResult & { takenOver?: string }>;
  record: PeopleEvents['record'];
  proofs: SessionProofs;
  /** Starts to email a link for setting a password to the person with this address, if there is one. */
  requestPasswordLink(email: string, language: MailLanguage | null): void;
}

const CODE_PATHS: ReadonlySet<string> = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
]);

/** Calls that store a name chosen by the caller: of the person or of a passkey. */
const NAMING_PATHS: ReadonlySet<string> = new Set(['/update-user', '/passkey/verify-registration']);

/** The event recorded for a successful call. */
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

/**
 * When the person of a new session last proved who they are, and when the session ends. Only a sign-in counts
 * as proof; any other call that creates a session replaces the one it was made with, and the new session
 * inherits its proof and its end.
 */
export function inheritedBySession(ctx: Pick<HookContext, 'path' | 'context'> | null) {
  const replaced = ctx?.context.session?.session;
  if (ctx && (EVENTS[ctx.path] === 'sign_in' || (CODE_PATHS.has(ctx.path) && !replaced)))
    return { provenAt: new Date() };
  return {
    // Sessions of early releases have minus infinity, which is not a date.
    provenAt: replaced?.['provenAt'] instanceof Date ? replaced['provenAt'] : new Date(0),
    ...(replaced && { expiresAt: replaced.expiresAt }),
  };
}

const stepUp = () =>
  new APIError(
    'UNAUTHORIZED',
    { code: 'STEP_UP', message: textOf(STEP_UP_SENTENCE), messages: [STEP_UP_SENTENCE] },
    { 'www-authenticate': STEP_UP_SCHEME },
  );

function admitName({ path, body }: HookContext) {
  if (body?.image !== undefined)
    throw new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message: 'image: cannot be set' });
  // A passkey does not need a name.
  if (path !== '/update-user' && body?.name === undefined) return undefined;
  return { context: { body: { ...body, name: readName(body?.name) } } };
}

const notSignedIn = () => {
  const told = message('not_signed_in');
  return new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: textOf(told), messages: [told] });
};

export function createHooks(options: HookOptions): { before: AuthMiddleware; after: AuthMiddleware } {
  const { devices, proofs, record } = options;
  const attempts = createAttempts(options);
  /** The person whose code a call tries, because a completed challenge is deleted afterward. */
  const tried = new WeakMap<Request, { id: string; wasOn: boolean }>();

  /**
   * Codes are for signing in or for turning on the second factor; signed-in people confirm them through a
   * step-up instead.
   */
  async function admitCode(ctx: HookContext, request: Request) {
    const user = (await getSessionFromCtx(ctx))?.user as
      | { id: string; twoFactorEnabled?: boolean }
      | undefined;
    if (user && (user.twoFactorEnabled || ctx.path === '/two-factor/verify-backup-code'))
      throw new APIError('BAD_REQUEST', { code: 'SIGNED_IN', message: textOf(message('already_signed_in')) });
    const id = user?.id ?? (await findSecondFactorPending(ctx));
    if (!id) return undefined;
    tried.set(request, { id, wasOn: !user });
    await attempts.code(ctx, request, id);
    if (!(await proofs.takeCode(id, String(ctx.body?.code ?? '')))) {
      await recordCode(ctx, request, true);
      throw new APIError('UNAUTHORIZED', {
        code: 'INVALID_CODE',
        message: textOf(message('sign_in_code_wrong')),
      });
    }
    // Never trust a device to skip the code.
    return { context: { body: { ...ctx.body, trustDevice: false } } };
  }

  async function requireProof(ctx: HookContext, request: Request, required: RequiredProof) {
    if (required === 'none') return;
    const found = await getSessionFromCtx(ctx);
    if (!found) throw notSignedIn();
    const hasSecondFactor = (found.user as { twoFactorEnabled?: boolean }).twoFactorEnabled === true;
    const needsStepUp =
      required === 'step-up' || (required === 'step-up-with-second-factor' && hasSecondFactor);
    if (needsStepUp && !(await proofs.isFresh(found.session.id))) throw stepUp();
    if (ctx.path === '/two-factor/enable' && hasSecondFactor)
      throw new APIError('BAD_REQUEST', {
        code: 'SECOND_FACTOR_ON',
        message: textOf(message('second_factor_on')),
      });
    if (attempts.checksPassword(ctx.path)) await attempts.password(ctx, request, found.user.id);
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
    const { isOneMore } = await devices.see(id, await ensureDevice(ctx));
    await record('sign_in', { id }, clientOf(ctx.headers), { isMailed: isOneMore });
  }

  return {
    before: createAuthMiddleware(async (ctx) => {
      // Our own calls to the library have no request.
      if (!ctx.request) return undefined;
      const required = AUTH_RULES.get(`${ctx.method} ${ctx.path}`);
      if (!required) throw new APIError('NOT_FOUND', { code: 'NOT_FOUND', message: 'no such path' });
      await requireProof(ctx, ctx.request, required);
      if (NAMING_PATHS.has(ctx.path)) return admitName(ctx);
      // The library's responses to sign-up and password reset, and their timing, reveal whether an address
      // has an account, so they are replaced.
      if (ctx.path === '/sign-up/email') {
        const client = clientOf(ctx.headers);
        const { status, takenOver } = await options.signUp(ctx.body ?? {}, client.language);
        if (takenOver) await record('take_over_account', { id: takenOver }, client);
        return ctx.json({ status });
      }
      if (ctx.path === '/request-password-reset') {
        await attempts.link(ctx);
        options.requestPasswordLink(String(ctx.body?.email ?? ''), clientOf(ctx.headers).language);
        return ctx.json({ status: 'mailed' });
      }
      if (CODE_PATHS.has(ctx.path)) return admitCode(ctx, ctx.request);
      if (ctx.path === '/sign-in/email') await attempts.signIn(ctx, ctx.request);
      return undefined;
    }),
    // Runs before the response is sent: a sign-in that cannot be recorded must not succeed.
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
        // A sign-in without a session is incomplete: the second factor is still missing.
        const signedIn = ctx.context.newSession?.user.id;
        if (signedIn) await recordSignIn(ctx, signedIn);
      } else if (event && !failed) {
        const found = ctx.context.newSession ?? (await getSessionFromCtx(ctx));
        await record(event, found?.user ?? null, clientOf(ctx.headers));
      }
    }),
  };
}
