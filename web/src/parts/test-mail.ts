import type { JsonObject } from 'outstep/kernel/json.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { ApiClient } from '../api/client.ts';
import { useRead, useWrite } from '../api/queries.ts';

interface SentTest {
  executionId: string;
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'SKIPPED';
  error?: string;
}

export interface TestEmailInput extends JsonObject {
  to: string;
}

/** History knows whether it left, and which variables were empty: what was sent may say nothing in places. */
async function sendTest(api: ApiClient, mail: TestEmailInput) {
  const sent = await api.post<SentTest>('/mail-tests', mail);
  if (sent.status !== 'SUCCESS') return { ...sent, captured: false, empty: [] };
  const entry = await api.get<{ captured: boolean; warnings: { path: string }[] }>(
    `/history/${sent.executionId}`,
  );
  return { ...sent, captured: entry.captured, empty: entry.warnings.map(({ path }) => path) };
}

/** Sends content as it is on the screen; `layout` is the one it stands in for, where there is one. */
export const useTestMail = () =>
  useWrite(sendTest, { changes: ['/history', '/stats', '/captured-mails', '/audit-log'] });

/** Whatever a test email can be sent from. */
export function useSenders() {
  type SenderChoice = { id: string; isDefault: boolean };
  const smtp = useRead<Page<SenderChoice & { name: string; fromAddress: string }>>('/smtp-configs', {
    limit: 100,
  });
  const mailboxes = useRead<Page<SenderChoice & { address: string }>>('/senders', { limit: 100 });
  const named = [
    ...(smtp.data?.items ?? []).map(({ name, fromAddress, ...rest }) => ({
      ...rest,
      label: `${name} (${fromAddress})`,
    })),
    ...(mailboxes.data?.items ?? []).map(({ address, ...rest }) => ({ ...rest, label: address })),
  ];
  return { senders: named, isReady: smtp.isSuccess && mailboxes.isSuccess };
}
