import { z } from 'zod';
import { invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation, operatorOperation } from '../../../kernel/operation.ts';
import { pageOf, toPage } from '../../../kernel/page.ts';
import { isImportableAddress, knownAddress, normalAddress } from './addresses.rules.ts';
import { addUnsubscribe, removeUnsubscribe } from './change-unsubscribes.ts';
import { addressInput, listUnsubscribesInput, removed, unsubscribe } from './unsubscribes.schema.ts';
import { findUnsubscribes } from './unsubscribes.store.ts';

export const listUnsubscribes = appOperation({
  name: 'list_unsubscribes',
  summary:
    'List unsubscribed addresses, newest first. An erased address can be found only by searching for the complete address.',
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

export const addUnsubscribeByHand = operatorOperation({
  name: 'add_unsubscribe',
  summary: 'Unsubscribe an address from marketing email.',
  command: { words: ['unsubscribe', 'add'], store: 'flag' },
  app: [{ method: 'POST', path: '/unsubscribes', role: 'editor' }],
  input: addressInput,
  output: z.object({ unsubscribed: z.literal(true) }),
  atomic: true,
  async run(ctx, { email }) {
    if (!isImportableAddress(normalAddress(email)))
      throw invalidField('email', message('must_be_email_address', { example: 'maria@example.com' }));
    await addUnsubscribe(ctx, email, 'app');
    return { value: { unsubscribed: true as const } };
  },
});

export const removeUnsubscribeByHand = operatorOperation({
  name: 'remove_unsubscribe',
  summary: 'Resubscribe an address to marketing email.',
  command: { words: ['unsubscribe', 'remove'], store: 'flag' },
  app: [{ method: 'POST', path: '/unsubscribes/remove', role: 'editor' }],
  input: addressInput,
  output: removed,
  atomic: true,
  run: async (ctx, { email }) => ({ value: { removed: await removeUnsubscribe(ctx, email) } }),
});
