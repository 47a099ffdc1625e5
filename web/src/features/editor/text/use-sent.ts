import { useMemo } from 'react';
import type { Page } from '../../../../../server/src/kernel/page.ts';
import { useRead } from '../../../api/queries.ts';
import { type Known, nothingSent, type Sent } from './sent.rules.ts';

interface Variables extends Page<Known> {
  steps: { count: number; fromOtherLayouts: boolean; truncated: boolean };
}

/** What recent steps sent to a layout; nothing until it is known. Two hundred variables fit into the pages, and more. */
export function useSent(layoutId: string): Sent {
  const path = `/email-templates/${layoutId}/variables`;
  const ask = { sent: true, limit: 100 };
  const first = useRead<Variables>(path, { ...ask, page: 1 }).data;
  const hasMore = (first?.pages ?? 0) > 1;
  const second = useRead<Variables>(path, { ...ask, page: 2 }, { enabled: hasMore }).data;
  return useMemo(() => {
    if (!first) return nothingSent;
    const { count, fromOtherLayouts, truncated } = first.steps;
    const items = [...first.items, ...(hasMore ? (second?.items ?? []) : [])];
    return {
      ...{ count, fromOtherLayouts, isCut: truncated || first.total > items.length },
      variables: new Map(items.map((each) => [each.path, each])),
    };
  }, [first, second, hasMore]);
}
