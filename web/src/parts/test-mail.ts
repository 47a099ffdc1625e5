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

/**
 * Adds from history whether the email was captured and which variables were empty, because those leave gaps
 * in it.
 */
async function sendTest(api: ApiClient, mail: TestEmailInput) {
  const sent = await api.post<SentTest>('/mail-tests', mail);
  if (sent.status !== 'SUCCESS') return { ...sent, captured: false, empty: [] };
  const entry = await api.get<{ captured: boolean; warnings: { path: string }[] }>(
    `/history/${sent.executionId}`,
  );
  return { ...sent, captured: entry.captured, empty: entry.warnings.map(({ path }) => path) };
}

/** Sends the content on screen; `layout` is the layout that it belongs to, if any. */
export const useTestMail = () =>
  useWrite(sendTest, { changes: ['/history', '/stats', '/captured-mails', '/audit-log'] });

/** Everything that can send a test email. */
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
