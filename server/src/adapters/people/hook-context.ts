import type { createAuthMiddleware } from 'better-auth/api';
import type { Client } from '../../kernel/audit.ts';

/** A call of the library, before and after it is answered. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** We set it to the caller's address; it is never taken from the request. */
export const ADDRESS_HEADER = 'x-outstep-address';

const MAX_AGENT = 300;

export const clientOf = (headers: Headers | undefined): Client => ({
  address: headers?.get(ADDRESS_HEADER) ?? null,
  agent: headers?.get('user-agent')?.slice(0, MAX_AGENT) ?? null,
});

/** Who has given their password and owes the second factor. */
export async function findChallenged(ctx: HookContext): Promise<string | null> {
  const { name } = ctx.context.createAuthCookie('two_factor');
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!challenge) return null;
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value ?? null;
}
