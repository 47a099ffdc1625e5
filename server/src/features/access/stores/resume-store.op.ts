import { z } from 'zod';
import { Refusal } from '../../../kernel/error.ts';
import { id } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { resumeStoreRow } from './stores.store.ts';

export const resumeStore = operatorOperation({
  name: 'resume_store',
  summary: 'Let a suspended store work again. What had been accepted before and waits is sent.',
  command: { words: ['store', 'resume'], store: 'flag' },
  input: z.object({}),
  output: z.object({ id, suspended: z.literal(false) }),
  atomic: true,
  async run(ctx) {
    if (!(await resumeStoreRow(ctx.db))) throw new Refusal('conflict', message('store_not_suspended'));
    return { value: { id: ctx.storeId, suspended: false as const } };
  },
});
