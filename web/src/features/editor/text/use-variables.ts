import type { JsonObject } from 'outstep/kernel/json.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { useMemo } from 'react';
import { useRead } from '../../../api/queries.ts';
import { type KnownVariable, noSentVariables, type SentVariables } from './sent-variables.rules.ts';

/** The variables that the layout uses. */
export function useNames(layoutId: string): string[] {
  const { data } = useRead<{ items: { path: string }[] }>(`/email-templates/${layoutId}/variables`, {
    limit: 100,
  });
  return useMemo(() => (data?.items ?? []).map(({ path }) => path), [data]);
}

interface SentVariablesPage extends Page<KnownVariable> {
  steps: { count: number; fromOtherLayouts: boolean; truncated: boolean };
}

/**
 * The variables that recent steps sent to a layout; none while loading. Reads up to two pages of a hundred;
 * `isCut` if there are more.
 */
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

const none: JsonObject = {};

/** The data a text is shown with: the language's test variables, otherwise those of the main language. */
export function useTestVariables(layoutId: string, locale: string, design: JsonObject): JsonObject {
  const { data } = useRead<{ testVariables: JsonObject }>(`/email-templates/${layoutId}/canvas`, { locale });
  return (design['testVariables'] as JsonObject | undefined) ?? data?.testVariables ?? none;
}
