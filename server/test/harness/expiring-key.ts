import type { Outstep, TestKey } from './outstep.ts';

/** The second and third are for a machine so busy that the previous key expired before it was used. */
const LIVES_MS = [2000, 8000, 32_000];

/** A key that expires soon; `tryIt` ran while it was definitely still valid. */
export async function keyAboutToExpire(
  outstep: Outstep,
  storeId: string,
  tryIt: (key: TestKey, expiresAt: Date) => Promise<void>,
): Promise<{ key: TestKey; expiresAt: Date }> {
  for (const livesMs of LIVES_MS) {
    const expiresAt = new Date(Date.now() + livesMs);
    const key = await outstep.newKey(storeId, 'read', { expiresAt: expiresAt.toISOString() });
    const problem = await tryIt(key, expiresAt).catch((error: unknown) => error ?? new Error('refused'));
    if (Date.now() >= expiresAt.getTime()) continue;
    if (problem) throw problem;
    return { key, expiresAt };
  }
  throw new Error('every key had expired before it was tried');
}
