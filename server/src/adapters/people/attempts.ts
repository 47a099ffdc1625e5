import { APIError } from 'better-auth/api';
import { message, textOf } from '../../kernel/messages/message.ts';
import type { Devices } from './devices.ts';
import { type HookContext, networkOfCaller, readDevice } from './hook-context.ts';
import type { AttemptLimits, LimitedAttempt } from './limits.ts';

/** These check the password of the signed-in person, so someone with a stolen session could guess it here. */
const PASSWORD_PATHS: ReadonlySet<string> = new Set([
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
]);

const tooMany = (seconds: number) =>
  new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_ATTEMPTS', message: textOf(message('too_many_attempts')) },
    { 'x-retry-after': String(seconds) },
  );

export interface AttemptOptions {
  limits: AttemptLimits;
  devices: Devices;
}

/** Limits how often passwords and codes can be guessed, by account and by address. */
export function createAttempts({ limits, devices }: AttemptOptions) {
  const taken = new WeakMap<Request, readonly LimitedAttempt[]>();

  /** Attempts from elsewhere do not lock out a browser that has signed in to the account before. */
  async function accountAttempt(
    ctx: HookContext,
    what: 'password' | 'code',
    person: { id: string } | { email: string },
  ): Promise<LimitedAttempt> {
    const device = await readDevice(ctx);
    const who = 'id' in person ? person.id : person.email;
    return device && (await devices.isKnown(person, device))
      ? [`${what} from device`, `${who} ${device}`]
      : [`${what} of account`, who];
  }

  async function take(request: Request, attempts: readonly LimitedAttempt[]): Promise<void> {
    const seconds = await limits.take(attempts);
    if (seconds !== null) throw tooMany(seconds);
    taken.set(request, attempts);
  }

  const address = (ctx: HookContext): LimitedAttempt => ['attempt from address', networkOfCaller(ctx)];

  return {
    async signIn(ctx: HookContext, request: Request): Promise<void> {
      const email = String(ctx.body?.email ?? '').toLowerCase();
      await take(request, [await accountAttempt(ctx, 'password', { email }), address(ctx)]);
    },

    async code(ctx: HookContext, request: Request, id: string): Promise<void> {
      await take(request, [await accountAttempt(ctx, 'code', { id }), address(ctx)]);
    },

    checksPassword: (path: string) => PASSWORD_PATHS.has(path),

    async password(ctx: HookContext, request: Request, id: string): Promise<void> {
      await take(request, [['proof of account', id], address(ctx)]);
    },

    async link(ctx: HookContext): Promise<void> {
      const seconds = await limits.take([['link from address', networkOfCaller(ctx)]]);
      if (seconds !== null) throw tooMany(seconds);
    },

    /** Refunds the attempt, because it was not a guess. */
    async giveBack(request: Request): Promise<void> {
      await limits.giveBack(taken.get(request) ?? []);
    },
  };
}
