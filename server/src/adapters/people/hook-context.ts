import { randomBytes } from 'node:crypto';
import type { createAuthMiddleware } from 'better-auth/api';
import type { CallClient } from '../../kernel/audit.ts';
import { mailLanguageIn } from '../../kernel/mail-language.ts';
import { networkOf } from './limits.ts';

/** A call of the library, before and after it is answered. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** We set it to the caller's address; it is never taken from the request. */
export const ADDRESS_HEADER = 'x-outstep-address';

const MAX_AGENT = 300;
/** Browsers keep no cookie for longer. */
const DEVICE_SECONDS = 400 * 24 * 3600;
const DEVICE_BYTES = 24;

export const clientOf = (headers: Headers | undefined): CallClient => ({
  address: headers?.get(ADDRESS_HEADER) ?? null,
  agent: headers?.get('user-agent')?.slice(0, MAX_AGENT) ?? null,
  language: mailLanguageIn(headers?.get('accept-language')),
});

export const networkOfCaller = ({ headers }: HookContext) => networkOf(clientOf(headers).address);

/** The person who entered the password and still has to pass the second factor. */
export async function findSecondFactorPending(ctx: HookContext): Promise<string | null> {
  const { name } = ctx.context.createAuthCookie('two_factor');
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!challenge) return null;
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value ?? null;
}

/** What the browser is known by, if somebody has signed in with it before. */
export const readDevice = async (ctx: HookContext): Promise<string | null> =>
  (await ctx.getSignedCookie(ctx.context.createAuthCookie('device').name, ctx.context.secret)) || null;

/** The same, for a browser that somebody signs in with now. */
export async function ensureDevice(ctx: HookContext): Promise<string> {
  const device = (await readDevice(ctx)) ?? randomBytes(DEVICE_BYTES).toString('base64url');
  const { name, attributes } = ctx.context.createAuthCookie('device', { maxAge: DEVICE_SECONDS });
  await ctx.setSignedCookie(name, device, ctx.context.secret, attributes);
  return device;
}
