import { formatApiKey, publicPrefix } from '../../../kernel/api-key.ts';
import type { Context } from '../../../kernel/operation.ts';
import { insertKey, type NewKey } from './keys.store.ts';

const KEY_BYTES = 32;

/** Creates a key. The key itself is returned only here. */
export async function issueKey(
  ctx: Context,
  fields: Pick<NewKey, 'name' | 'level' | 'expiresAt' | 'allowedAddresses'>,
): Promise<{ id: string; key: string }> {
  const key = formatApiKey(ctx.randomBytes(KEY_BYTES));
  const id = ctx.newId();
  const { storeId } = ctx;
  await insertKey(ctx.db, { ...fields, storeId, id, hash: ctx.sha256(key), prefix: publicPrefix(key) });
  return { id, key };
}
