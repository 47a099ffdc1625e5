import type { Context } from '../../../kernel/operation.ts';
import { macsOf } from './addresses.rules.ts';
import { suppressionOf } from './suppressions.store.ts';
import { unsubscribeOf } from './unsubscribes.store.ts';

/** What is known of an address, also after its text was erased. */
export async function findAddress({ db, vault }: Pick<Context, 'db' | 'vault'>, address: string) {
  const macs = macsOf(await vault.unlock(), address);
  return {
    unsubscribed: await unsubscribeOf(db, macs),
    suppressed: await suppressionOf(db, macs),
  };
}
