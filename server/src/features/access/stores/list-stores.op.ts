import { z } from 'zod';
import { storeStates } from '../../../kernel/installation.ts';
import { operatorOperation } from '../../../kernel/operation.ts';

export const listStores = operatorOperation({
  name: 'list_stores',
  summary: 'Print all stores, including deleted ones, newest first.',
  command: {
    words: ['store', 'list'],
    store: 'none',
    table: {
      member: 'stores',
      columns: ['id', 'name', 'state', 'why', 'account', 'members', 'keys', 'createdAt', 'deletedAt'],
      format: 'csv',
    },
  },
  input: z.object({ state: z.enum(storeStates).optional() }),
  output: z.object({ stores: z.unknown() }),
  run: async ({ installation }, { state }) => ({ value: { stores: installation.stores(state) } }),
});
