import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Preview } from 'outstep/features/layouts/layouts/preview.schema.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useEffect, useState } from 'react';
import { storeApi } from '../api/client.ts';
import { useStore } from '../api/session.ts';

const TYPING_ENDS_MS = 400;

/**
 * Renders content as an email shortly after each change. While it cannot be rendered, the last valid result
 * is kept. `layoutId` is the layout that it belongs to, if any.
 */
export function usePreview(layoutId: string | null, content: JsonObject | null) {
  const store = useStore();
  const path = `/email-templates/${layoutId === null ? '' : `${layoutId}/`}preview`;
  const text = content && JSON.stringify(content);
  const [debounced] = useDebouncedValue(text, TYPING_ENDS_MS);
  const query = useQuery({
    queryKey: ['store', store.id, 'previews', layoutId, debounced],
    queryFn: ({ signal }) =>
      storeApi(store.id).post<Preview>(path, JSON.parse(debounced ?? '{}') as JsonObject, { signal }),
    enabled: debounced !== null,
  });
  const [rendered, setRendered] = useState<Preview | null>(null);
  useEffect(() => {
    if (query.data) setRendered(query.data);
  }, [query.data]);
  return {
    rendered,
    error: debounced === text ? query.error : null,
    isStale: debounced !== text || query.data !== rendered,
    retry: query.refetch,
  };
}
