import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, toPage } from '../../../kernel/page.ts';
import { listedKey } from './keys.schema.ts';
import { pageOfKeys } from './keys.store.ts';

export const listKeys = appOperation({
  name: 'list_keys',
  summary: 'List API keys by what they are recognised by. No call returns a key.',
  app: [{ method: 'GET', path: '/keys', role: 'viewer' }],
  input: z.object(pageInput),
  output: pageOf(listedKey),
  async run(ctx, request) {
    const { rows, total } = await pageOfKeys(ctx.db, request);
    return { value: toPage(request, rows, total) };
  },
});
