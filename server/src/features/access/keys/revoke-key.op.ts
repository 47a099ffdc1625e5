import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, id, idInput } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { revokeKeyRow } from './keys.store.ts';

export const revokeKey = operatorOperation({
  name: 'revoke_key',
  summary: 'Revoke an API key. Every process rejects it within a second.',
  command: { words: ['key', 'revoke'], store: 'of-key' },
  app: [{ method: 'DELETE', path: '/keys/:id', role: 'owner' }],
  stepUp: true,
  input: z.object({ id: idInput('key') }),
  whileSuspended: true,
  output: z.object({ id, revoked: z.literal(true) }),
  atomic: true,
  async run(ctx, input) {
    const id = existingId(input.id);
    if (!(await revokeKeyRow(ctx.db, id))) throw notFound();
    return { value: { id, revoked: true as const } };
  },
});
