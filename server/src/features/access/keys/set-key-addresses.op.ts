import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, id, idInput } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { allowedAddresses } from './keys.schema.ts';
import { setKeyAddressesRow } from './keys.store.ts';

export const setKeyAddresses = operatorOperation({
  name: 'set_key_addresses',
  summary: 'Say which addresses an API key may be used from. Every process knows it within a second.',
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
