import type { z } from 'zod';
import type { stats } from '../../../../server/src/features/records/stats/stats.schema.ts';
import type { Page } from '../../../../server/src/kernel/page.ts';
import { useRead } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type Stats = Wire<z.output<typeof stats>>;
export type Day = Stats['byDay'][number];

const AGAIN_MS = 30_000;

export const useStats = (days: number) => useRead<Stats>('/stats', { days }, { refetchInterval: AGAIN_MS });

/** How far a new store has come; asked only while nothing has run in it. */
export function useSetupProgress() {
  const one = { limit: 1 };
  const layouts = useRead<Page<unknown>>('/email-templates', one);
  const servers = useRead<Page<unknown>>('/smtp-configs', one);
  const mailboxes = useRead<Page<unknown>>('/senders', one);
  const history = useRead<Page<unknown>>('/history', one);
  return {
    isPending: [layouts, servers, mailboxes, history].some(({ isPending }) => isPending),
    layout: (layouts.data?.total ?? 0) > 0,
    sender: (servers.data?.total ?? 0) + (mailboxes.data?.total ?? 0) > 0,
    ran: (history.data?.total ?? 0) > 0,
  };
}
