import { maskedAddress } from '../../src/features/sending/senders/senders.rules.ts';
import { bind, statement } from '../../src/kernel/ports.ts';
import type { Outstep } from './outstep.ts';

export interface TestMailbox {
  address: string;
  token?: string;
  provider?: 'google' | 'microsoft';
  status?: 'connected' | 'reconnect';
  isDefault?: boolean;
}

const insert = statement(
  'test_mailbox_insert',
  `insert into mailboxes (store_id, id, provider, address, masked_address, token, status, is_default)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** A mailbox in the state that connecting it in the app leaves. */
export async function connectMailbox(core: Outstep['core'], storeId: string, mailbox: TestMailbox) {
  const { address, token = 'token', provider = 'google', status = 'connected', isDefault = false } = mailbox;
  const id = core.runtime.newId();
  const vault = await core.vaultFor(storeId).unlock();
  const held = { accessToken: token, refreshToken: token, expiresAt: '2100-01-01T00:00:00.000Z' };
  const sealed = vault.seal({ table: 'mailboxes', name: id }, JSON.stringify(held));
  const values = [storeId, id, provider, address, maskedAddress(address), sealed, status, isDefault];
  await core.database.forStore(storeId).rows(bind(insert, ...values));
  return id;
}
