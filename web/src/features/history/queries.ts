import type { z } from 'zod';
import type { stepAnswer } from '../../../../server/src/features/delivery/steps/steps.schema.ts';
import type {
  historyConfig,
  historyDetail,
  historyEntry,
} from '../../../../server/src/features/records/history/history.schema.ts';
import type { Page } from '../../../../server/src/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type HistoryEntry = Wire<z.output<typeof historyEntry>>;
export type HistoryDetail = Wire<Omit<z.output<typeof historyDetail>, 'request' | 'response'>> & {
  request: unknown;
  response: unknown;
};

const LIST_MS = 5_000;
const ENTRY_MS = 2_000;

export const useHistory = (query: Query, live: boolean) =>
  useRead<Page<HistoryEntry>>('/history', query, { refetchInterval: live ? LIST_MS : false });

/** One execution, asked for again as long as it is under way. */
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

/** What has run in this store, to choose from; deleted ones too. */
export const useConfigs = () =>
  useRead<Page<z.output<typeof historyConfig>>>('/history-configs').data?.items ?? [];
