import { z } from 'zod';
import { notFound, Refusal } from '../../../kernel/error.ts';
import { existingId, id, idInput, time } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { issueKey } from './issue-key.ts';
import { expireKeyBy, lockKey } from './keys.store.ts';

const HOUR_MS = 3_600_000;
const MAX_HOURS = 30 * 24;

export const rotateKey = operatorOperation({
  name: 'rotate_key',
  summary: 'Make the successor of an API key, shown once. Both work for some hours, a day unless given.',
  command: { words: ['key', 'rotate'], store: 'of-key' },
  app: [{ method: 'POST', path: '/keys/:id/rotate', role: 'owner' }],
  stepUp: true,
  input: z.object({
    id: idInput('key'),
    overlapHours: z.int().min(0).max(MAX_HOURS).default(24).describe('How long the old key still works.'),
  }),
  output: z.object({ id, key: z.string(), previousEndsAt: time }),
  atomic: true,
  async run(ctx, { id: sent, overlapHours }) {
    const previous = existingId(sent);
    const old = await lockKey(ctx.db, previous);
    if (!old) throw notFound();
    const now = ctx.now();
    if (old.revokedAt || (old.expiresAt && old.expiresAt <= now))
      throw new Refusal('conflict', message('key_unusable'));
    const { name, level, allowedAddresses, createdAt } = old;
    // As long as the one before it was meant to work.
    const expiresAt =
      old.expiresAt && new Date(now.getTime() + old.expiresAt.getTime() - createdAt.getTime());
    const made = await issueKey(ctx, { name, level, expiresAt, allowedAddresses });
    const end = new Date(now.getTime() + overlapHours * HOUR_MS);
    return { value: { ...made, previousEndsAt: await expireKeyBy(ctx.db, previous, end) } };
  },
});
