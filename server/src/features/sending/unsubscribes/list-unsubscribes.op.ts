import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, toPage } from '../../../kernel/page.ts';
import { isImportableAddress, knownAddress, normalAddress } from './addresses.rules.ts';
import { listUnsubscribesInput, unsubscribe } from './unsubscribes.schema.ts';
import { findUnsubscribes } from './unsubscribes.store.ts';

export const listUnsubscribes = appOperation({
  name: 'list_unsubscribes',
  summary:
    'List unsubscribed addresses, newest first. One that was erased is found by the whole address alone.',
  app: [{ method: 'GET', path: '/unsubscribes', role: 'editor' }],
  input: listUnsubscribesInput,
  output: pageOf(unsubscribe),
  async run(ctx, { q = '', ...request }) {
    const part = normalAddress(q);
    const mac = isImportableAddress(part) ? knownAddress(await ctx.vault.unlock(), part).mac : null;
    const { rows, total } = await findUnsubscribes(ctx.db, request, part, mac);
    const items = rows.map(({ address, ...row }) => ({ ...row, address: address ?? part }));
    return { value: toPage(request, items, total) };
  },
});
