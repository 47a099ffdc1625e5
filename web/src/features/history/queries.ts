import { useQuery } from '@tanstack/react-query';
import type { stepAnswer } from 'outstep/features/delivery/steps/steps.schema.ts';
import type {
  historyConfig,
  historyDetail,
  historyEntry,
  sentTo,
  TimelineEntry,
} from 'outstep/features/records/history/history.schema.ts';
import type { replayPreview } from 'outstep/features/sending/mail-steps/replay.schema.ts';
import type { Message } from 'outstep/kernel/messages/message.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { z } from 'zod';
import { type Query, storeApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/session.ts';
import type { Wire } from '../../api/wire.ts';

/** The final error as data, because history stores codes. */
interface ErrorMessageField {
  errorMessage?: Message | null;
}

export type HistoryEntry = Wire<z.output<typeof historyEntry>> & ErrorMessageField;
export type HistoryDetail = Wire<Omit<z.output<typeof historyDetail>, 'request' | 'response' | 'timeline'>> &
  ErrorMessageField & {
    timeline: readonly (Wire<TimelineEntry> & { message?: Message })[];
    request: unknown;
    response: unknown;
  };

const LIST_MS = 5_000;
const ENTRY_MS = 2_000;

export const useHistory = (query: Query, live: boolean) =>
  useRead<Page<HistoryEntry>>('/history', query, { refetchInterval: live ? LIST_MS : false });

/** A single execution, refetched while it is running. */
export const useHistoryEntry = (id: string) =>
  useRead<HistoryDetail>(
    `/history/${id}`,
    {},
    { refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? ENTRY_MS : false) },
  );

export const useReplay = () =>
  useWrite(
    (api, { id, unknown }: { id: string; unknown: boolean }) =>
      api.post<z.output<typeof stepAnswer>>(`/history/${id}/replay`, { unknown: String(unknown) }),
    { changes: ['/history', '/stats', '/audit-log'] },
  );

/** The layouts and requests that have run in this store, including deleted ones, for the filter. */
export const useConfigs = () =>
  useRead<Page<z.output<typeof historyConfig>>>('/history-configs').data?.items ?? [];

export type ReplayPreview = z.output<typeof replayPreview>;

export const useReplayPreview = (id: string) => useRead<ReplayPreview>(`/history/${id}/replay`);

/** Runs only on request, because each use is recorded in the audit log. */
export const useRevealRecipients = () =>
  useWrite(
    (api, id: string) =>
      api.post<{ recipients: { name: string; address: string }[] }>(`/history/${id}/recipients`),
    { changes: ['/audit-log'] },
  );

export interface RecipientQuery {
  email: string;
  from?: string;
  to?: string;
  actionConfigId?: string;
  workflow?: string;
  page: number;
}

interface FoundMails {
  items: Wire<z.output<typeof sentTo>>[];
  page: number;
  limit: number;
  hasMore: boolean;
}

/** Emails to one address. There is no total; the response only shows whether there are more. */
export function useRecipientSearch(query: RecipientQuery) {
  const { id } = useStore();
  return useQuery({
    queryKey: ['store', id, 'history', 'search', query],
    queryFn: async ({ signal }) => {
      const found = await storeApi(id).post<FoundMails>('/history/search', query, { signal });
      return { ...found, total: found.items.length, pages: 1 };
    },
    // An address is not cached longer than it is shown.
    gcTime: 0,
    retry: false,
  });
}
