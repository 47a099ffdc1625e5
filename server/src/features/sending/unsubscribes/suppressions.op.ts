import { appOperation, operatorOperation } from '../../../kernel/operation.ts';
import { pageOf, toPage } from '../../../kernel/page.ts';
import { isImportableAddress, knownAddress, normalAddress } from './addresses.rules.ts';
import { liftSuppression } from './change-unsubscribes.ts';
import { findSuppressions } from './suppressions.store.ts';
import { addressInput, listUnsubscribesInput, removed, suppression } from './unsubscribes.schema.ts';

export const listSuppressions = appOperation({
  name: 'list_suppressions',
  summary:
    'List addresses that a mail server permanently rejected, newest first. An erased address can be found only by searching for the complete address.',
  app: [{ method: 'GET', path: '/suppressions', role: 'editor' }],
  input: listUnsubscribesInput,
  output: pageOf(suppression),
  async run(ctx, { q = '', ...request }) {
    const part = normalAddress(q);
    const mac = isImportableAddress(part) ? knownAddress(await ctx.vault.unlock(), part).mac : null;
    const { rows, total } = await findSuppressions(ctx.db, request, part, mac);
    const items = rows.map(({ address, ...row }) => ({ ...row, address: address ?? part }));
    return { value: toPage(request, items, total) };
  },
});

export const removeSuppression = operatorOperation({
  name: 'remove_suppression',
  summary: 'Remove a suppression, so that email is sent to the address again.',
  command: { words: ['suppression', 'remove'], store: 'flag' },
  app: [{ method: 'POST', path: '/suppressions/remove', role: 'editor' }],
  input: addressInput,
  output: removed,
  atomic: true,
  run: async (ctx, { email }) => ({ value: { removed: await liftSuppression(ctx, email) } }),
});
