import { z } from 'zod';
import { keyedOperation } from '../../../kernel/operation.ts';
import { me } from './keys.schema.ts';
import { readKeyPowers } from './powers.ts';

/** Describes a key to its holder, but never returns the key itself (contract: Index and identity 2). */
export const getMe = keyedOperation({
  name: 'get_me',
  summary: 'Check that a key works and see what it can do.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/me' }],
  tool: null,
  input: z.object({}),
  output: me,
  async run(ctx) {
    const { id, name, prefix, createdAt, expiresAt, lastUsedAt, storeId, storeName } = ctx.key;
    return {
      value: {
        store: { id: storeId, name: storeName },
        key: { id, name, prefix, createdAt, expiresAt, lastUsedAt },
        ...(await readKeyPowers(ctx)),
      },
    };
  },
});
