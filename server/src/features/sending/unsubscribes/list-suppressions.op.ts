import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, toPage } from '../../../kernel/page.ts';
import { isImportableAddress, knownAddress, normalAddress } from './addresses.rules.ts';
import { findSuppressions } from './suppressions.store.ts';
import { listUnsubscribesInput, suppression } from './unsubscribes.schema.ts';

export const listSuppressions = appOperation({
  name: 'list_suppressions',
  summary:
    'List addresses that a mail server refused for good, newest first. One that was erased is found by the whole address alone.',
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
