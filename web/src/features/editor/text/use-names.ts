import { useMemo } from 'react';
import { useRead } from '../../../api/queries.ts';

/** What can be filled in: the variables that the layout uses. */
export function useNames(layoutId: string): string[] {
  const { data } = useRead<{ items: { path: string }[] }>(`/email-templates/${layoutId}/variables`, {
    limit: 100,
  });
  return useMemo(() => (data?.items ?? []).map(({ path }) => path), [data]);
}
