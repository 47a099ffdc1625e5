import { operatorOperation } from '../../../kernel/operation.ts';
import { liftSuppression } from './change-unsubscribes.ts';
import { addressInput, removed } from './unsubscribes.schema.ts';

export const removeSuppression = operatorOperation({
  name: 'remove_suppression',
  summary: 'Try again to send mail to an address that a mail server had refused for good.',
  command: { words: ['suppression', 'remove'], store: 'flag' },
  app: [{ method: 'POST', path: '/suppressions/remove', role: 'editor' }],
  input: addressInput,
  output: removed,
  atomic: true,
  run: async (ctx, { email }) => ({ value: { removed: await liftSuppression(ctx, email) } }),
});
