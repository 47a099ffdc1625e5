import { randomBytes } from 'node:crypto';
import type { createAuthMiddleware } from 'better-auth/api';
import type { CallClient } from '../../kernel/audit.ts';
import { mailLanguageIn } from '../../kernel/mail-language.ts';
import { networkOf } from './limits.ts';

/** A call of the library, before and after its response. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Contains the caller's address, which we set; never taken from the request. */
export const ADDRESS_HEADER = 'x-outstep-address';

const MAX_AGENT = 300;
/** The longest time that browsers keep a cookie. */
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

/** Identifies the browser, if someone has signed in with it before. */
export const readDevice = async (ctx: HookContext): Promise<string | null> =>
  (await ctx.getSignedCookie(ctx.context.createAuthCookie('device').name, ctx.context.secret)) || null;

/** Like `readDevice`, but creates the identifier if the browser has none. */
export async function ensureDevice(ctx: HookContext): Promise<string> {
  const device = (await readDevice(ctx)) ?? randomBytes(DEVICE_BYTES).toString('base64url');
  const { name, attributes } = ctx.context.createAuthCookie('device', { maxAge: DEVICE_SECONDS });
  await ctx.setSignedCookie(name, device, ctx.context.secret, attributes);
  return device;
}
