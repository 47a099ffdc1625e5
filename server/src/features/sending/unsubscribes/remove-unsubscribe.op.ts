import { operatorOperation } from '../../../kernel/operation.ts';
import { removeUnsubscribe } from './change-unsubscribes.ts';
import { addressInput, removed } from './unsubscribes.schema.ts';

export const removeUnsubscribeByHand = operatorOperation({
  name: 'remove_unsubscribe',
  summary: 'Subscribe an address to marketing mail again.',
  command: { words: ['unsubscribe', 'remove'], store: 'flag' },
  app: [{ method: 'POST', path: '/unsubscribes/remove', role: 'editor' }],
  input: addressInput,
  output: removed,
  atomic: true,
  run: async (ctx, { email }) => ({ value: { removed: await removeUnsubscribe(ctx, email) } }),
});
