import { insertMember } from '../../src/features/access/people/members.store.ts';
import { Browser } from '../app/browser.ts';
import type { MailProvider, ProviderName } from './mail-provider.ts';
import type { Outstep } from './outstep.ts';

/** A person who connects mailboxes to a store, the way the app does. */
export async function mailboxOwner(outstep: Outstep, storeId: string, name: string) {
  const browser = new Browser(outstep);
  const { body } = await browser.signUp(name);
  await insertMember(outstep.core.database.forStore(storeId), storeId, body.user.id, 'editor');
  const send = (method: string, path: string, fields?: unknown) =>
    browser.send(method, `/app/api/stores/${storeId}${path}`, fields);
  return {
    send,
    async connect(kind: ProviderName, provider: MailProvider, email: string): Promise<string> {
      const begun = await send('POST', '/mailbox-connections', { provider: kind });
      const back = await provider.agree(begun.body.url, email);
      const fields = Object.fromEntries(back.searchParams);
      const connected = await send('POST', '/mailbox-connections/answer', fields);
      if (connected.status !== 200) throw new Error(connected.text);
      return connected.body.id;
    },
  };
}
