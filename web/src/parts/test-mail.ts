import type { JsonObject } from '../../../server/src/kernel/json.ts';
import type { Page } from '../../../server/src/kernel/page.ts';
import { useRead, useWrite } from '../api/queries.ts';

export interface TestMail extends JsonObject {
  to: string;
}

/** Sends content as it is on the screen; `layout` is the one it stands in for, where there is one. */
export const useTestMail = () =>
  useWrite(
    (api, mail: TestMail) =>
      api.post<{ status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'SKIPPED'; error?: string }>('/mail-tests', mail),
    { changes: ['/history', '/stats', '/audit-log'] },
  );

/** Whatever a test mail can be sent from. */
export function useSenders() {
  type Sender = { id: string; isDefault: boolean };
  const smtp = useRead<Page<Sender & { name: string; fromAddress: string }>>('/smtp-configs', { limit: 100 });
  const mailboxes = useRead<Page<Sender & { address: string }>>('/senders', { limit: 100 });
  const named = [
    ...(smtp.data?.items ?? []).map(({ name, fromAddress, ...rest }) => ({
      ...rest,
      label: `${name} (${fromAddress})`,
    })),
    ...(mailboxes.data?.items ?? []).map(({ address, ...rest }) => ({ ...rest, label: address })),
  ];
  return { senders: named, isReady: smtp.isSuccess && mailboxes.isSuccess };
}
