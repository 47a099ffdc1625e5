import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { allKeys } from './keys.store.ts';

export const printKeys = operatorOperation({
  name: 'print_keys',
  summary: 'Print the API keys of a store by what they are recognised by, active ones first.',
  command: {
    words: ['key', 'list'],
    store: 'flag',
    table: {
      member: 'keys',
      columns: ['id', 'name', 'prefix', 'level', 'createdAt', 'expiresAt', 'revokedAt', 'lastUsedAt'],
      format: 'csv',
    },
  },
  input: z.object({}),
  output: z.object({ keys: z.unknown() }),
  run: async ({ db }) => ({ value: { keys: allKeys(db) } }),
});
