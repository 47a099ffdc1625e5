import type { stats } from 'outstep/features/records/stats/stats.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { z } from 'zod';
import { useRead } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type Stats = Wire<z.output<typeof stats>>;
export type Day = Stats['byDay'][number];

const REFETCH_MS = 30_000;

/** Workflow runs only, because tests do not show how real emails perform. */
export const useStats = (days: number) =>
  useRead<Stats>('/stats', { days, withoutTests: true }, { refetchInterval: REFETCH_MS });

const YEAR = 365;
const SETUP_MS = 5_000;

/**
 * The setup progress of a new store; read only while none of its workflows has succeeded in the selected
 * period.
 */
export function useSetupProgress() {
  const one = { limit: 1 };
  const layouts = useRead<Page<{ id: string }>>('/email-templates', one);
  const servers = useRead<Page<unknown>>('/smtp-configs', one);
  const mailboxes = useRead<Page<unknown>>('/senders', one);
  const year = useRead<Stats>('/stats', { days: YEAR }, { refetchInterval: SETUP_MS });
  const of = (...wanted: string[]) =>
    year.data?.byTrigger.filter(({ trigger }) => wanted.includes(trigger)) ?? [];
  return {
    isPending: [layouts, servers, mailboxes, year].some(({ isPending }) => isPending),
    layoutId: layouts.data?.items[0]?.id ?? null,
    sender: (servers.data?.total ?? 0) + (mailboxes.data?.total ?? 0) > 0,
    test: attemptsOf(of('test')),
    workflow: attemptsOf(of('workflow', 'replay')),
  };
}

export type Attempts = 'none' | 'failed' | 'succeeded';

const attemptsOf = (each: readonly { success: number; failed: number }[]): Attempts =>
  each.some(({ success }) => success > 0)
    ? 'succeeded'
    : each.some(({ failed }) => failed > 0)
      ? 'failed'
      : 'none';
