import type { Page } from 'outstep/kernel/page.ts';
import { useMemo } from 'react';
import { useRead } from '../../../api/queries.ts';
import { type KnownVariable, noSentVariables, type SentVariables } from './sent-variables.rules.ts';

interface SentVariablesPage extends Page<KnownVariable> {
  steps: { count: number; fromOtherLayouts: boolean; truncated: boolean };
}

/** What recent steps sent to a layout; nothing until it is known. Two hundred variables fit into the pages, and more. */
export function useSentVariables(layoutId: string): SentVariables {
  const path = `/email-templates/${layoutId}/variables`;
  const ask = { sent: true, limit: 100 };
  const first = useRead<SentVariablesPage>(path, { ...ask, page: 1 }).data;
  const hasMore = (first?.pages ?? 0) > 1;
  const second = useRead<SentVariablesPage>(path, { ...ask, page: 2 }, { enabled: hasMore }).data;
  return useMemo(() => {
    if (!first) return noSentVariables;
    const { count, fromOtherLayouts, truncated } = first.steps;
    const items = [...first.items, ...(hasMore ? (second?.items ?? []) : [])];
    return {
      ...{ count, fromOtherLayouts, isCut: truncated || first.total > items.length },
      variables: new Map(items.map((each) => [each.path, each])),
    };
  }, [first, second, hasMore]);
}
