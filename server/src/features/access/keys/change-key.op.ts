import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, id, idInput } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { allowedAddresses, level, recipientSearch } from './keys.schema.ts';
import { setKeyAddressesRow, setKeyLevelRow, setKeyRecipientSearchRow } from './keys.store.ts';

export const setKeyLevel = operatorOperation({
  name: 'set_key_level',
  summary: 'Change the level of an API key. Takes effect everywhere within a second.',
  command: { words: ['key', 'set-level'], store: 'of-key' },
  app: [{ method: 'PATCH', path: '/keys/:id', role: 'owner' }],
  stepUp: true,
  input: z.object({ id: idInput('key'), level }),
  output: z.object({ id, level }),
  atomic: true,
  async run(ctx, { id: sent, level }) {
    const id = existingId(sent);
    if (!(await setKeyLevelRow(ctx.db, id, level))) throw notFound();
    return { value: { id, level } };
  },
});

export const setKeyAddresses = operatorOperation({
  name: 'set_key_addresses',
  summary: 'Set the IP addresses that an API key can be used from. Takes effect everywhere within a second.',
  command: { words: ['key', 'set-addresses'], store: 'of-key' },
  app: [{ method: 'PUT', path: '/keys/:id/addresses', role: 'owner' }],
  stepUp: true,
  input: z.object({ id: idInput('key'), allowedAddresses }),
  output: z.object({ id, allowedAddresses: z.array(z.string()) }),
  atomic: true,
  async run(ctx, { id: sent, allowedAddresses }) {
    const id = existingId(sent);
    if (!(await setKeyAddressesRow(ctx.db, id, allowedAddresses))) throw notFound();
    return { value: { id, allowedAddresses } };
  },
});

export const setKeyRecipientSearch = operatorOperation({
  name: 'set_key_recipient_search',
  summary: 'Set whether an API key can search history by recipient. Takes effect everywhere within a second.',
  command: { words: ['key', 'set-recipient-search'], store: 'of-key' },
  app: [{ method: 'PUT', path: '/keys/:id/recipient-search', role: 'owner' }],
  stepUp: true,
  input: z.object({ id: idInput('key'), recipientSearch }),
  output: z.object({ id, recipientSearch }),
  atomic: true,
  async run(ctx, { id: sent, recipientSearch }) {
    const id = existingId(sent);
    if (!(await setKeyRecipientSearchRow(ctx.db, id, recipientSearch))) throw notFound();
    return { value: { id, recipientSearch } };
  },
});
