import { z } from 'zod';
import { appOperation, operatorOperation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, toPage } from '../../../kernel/page.ts';
import { listedKey } from './keys.schema.ts';
import { allKeys, pageOfKeys } from './keys.store.ts';

export const listKeys = appOperation({
  name: 'list_keys',
  summary: 'List API keys by name and prefix. No call returns a key.',
  app: [{ method: 'GET', path: '/keys', role: 'viewer' }],
  input: z.object(pageInput),
  output: pageOf(listedKey),
  async run(ctx, request) {
    const { rows, total } = await pageOfKeys(ctx.db, request);
    return { value: toPage(request, rows, total) };
  },
});

export const printKeys = operatorOperation({
  name: 'print_keys',
  summary: 'Print the API keys of a store by name and prefix, active ones first.',
  command: {
    words: ['key', 'list'],
    store: 'flag',
    table: {
      member: 'keys',
      columns: [
        ...['id', 'name', 'prefix', 'level', 'createdAt', 'expiresAt', 'revokedAt', 'lastUsedAt'],
        'recipientSearch',
      ],
      format: 'csv',
    },
  },
  input: z.object({}),
  output: z.object({ keys: z.unknown() }),
  run: async ({ db }) => ({ value: { keys: allKeys(db) } }),
});
