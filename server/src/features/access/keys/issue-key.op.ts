import { z } from 'zod';
import { formatApiKey, publicPrefix } from '../../../kernel/api-key.ts';
import { notFound, OperationError } from '../../../kernel/error.ts';
import { requiredText, schemaMessage } from '../../../kernel/fields.ts';
import { existingId, id, idInput, time } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { type Context, operatorOperation } from '../../../kernel/operation.ts';
import { allowedAddresses, level, recipientSearch } from './keys.schema.ts';
import { expireKeyBy, insertKey, lockKey, type NewKey } from './keys.store.ts';

const KEY_BYTES = 32;

/** Creates a key. The key itself is returned only here. */
async function issueKey(
  ctx: Context,
  fields: Pick<NewKey, 'name' | 'level' | 'expiresAt' | 'allowedAddresses' | 'recipientSearch'>,
): Promise<{ id: string; key: string }> {
  const key = formatApiKey(ctx.randomBytes(KEY_BYTES));
  const id = ctx.newId();
  const { storeId } = ctx;
  await insertKey(ctx.db, { ...fields, storeId, id, hash: ctx.sha256(key), prefix: publicPrefix(key) });
  return { id, key };
}

export const createKey = operatorOperation({
  name: 'create_key',
  summary: 'Create an API key. It is shown only once.',
  command: { words: ['key', 'create'], store: 'flag' },
  app: [{ method: 'POST', path: '/keys', role: 'owner' }],
  stepUp: true,
  input: z.object({
    name: requiredText(200),
    level,
    expiresAt: z.iso
      .datetime({ offset: true, error: schemaMessage('must_be_time') })
      .transform((value) => new Date(value))
      .optional()
      .describe('When the key expires (RFC 3339). Default: never.'),
    allowedAddresses: allowedAddresses.optional(),
    recipientSearch: recipientSearch.optional(),
  }),
  output: z.object({ id, key: z.string() }),
  atomic: true,
  run: async (ctx, { expiresAt = null, allowedAddresses = [], recipientSearch = false, ...fields }) => ({
    value: await issueKey(ctx, { ...fields, expiresAt, allowedAddresses, recipientSearch }),
  }),
});

const HOUR_MS = 3_600_000;
const MAX_HOURS = 30 * 24;

export const rotateKey = operatorOperation({
  name: 'rotate_key',
  summary:
    'Create a replacement for an API key. The new key is shown only once; the old one keeps working for a day, or as long as you specify.',
  command: { words: ['key', 'rotate'], store: 'of-key' },
  app: [{ method: 'POST', path: '/keys/:id/rotate', role: 'owner' }],
  stepUp: true,
  input: z.object({
    id: idInput('key'),
    overlapHours: z.int().min(0).max(MAX_HOURS).default(24).describe('Hours that the old key keeps working.'),
  }),
  output: z.object({ id, key: z.string(), previousEndsAt: time }),
  atomic: true,
  async run(ctx, { id: sent, overlapHours }) {
    const previous = existingId(sent);
    const old = await lockKey(ctx.db, previous);
    if (!old) throw notFound();
    const now = ctx.now();
    if (old.revokedAt || (old.expiresAt && old.expiresAt <= now))
      throw new OperationError('conflict', message('key_unusable'));
    const { name, level, allowedAddresses, recipientSearch, createdAt } = old;
    // The new key gets the lifetime that the old one was created with.
    const expiresAt =
      old.expiresAt && new Date(now.getTime() + old.expiresAt.getTime() - createdAt.getTime());
    const made = await issueKey(ctx, { name, level, expiresAt, allowedAddresses, recipientSearch });
    const end = new Date(now.getTime() + overlapHours * HOUR_MS);
    return { value: { ...made, previousEndsAt: await expireKeyBy(ctx.db, previous, end) } };
  },
});
