import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import { useStore } from '../../api/session.ts';
import { type Preview, usePreviewCall } from './queries.ts';

const TYPING_ENDS_MS = 400;

/** What content looks like as a mail, soon after the last change of it. While it cannot be rendered, the last that could. */
export function usePreview(layoutId: string | null, content: JsonObject | null) {
  const store = useStore();
  const render = usePreviewCall(layoutId);
  const text = content && JSON.stringify(content);
  const [waited] = useDebouncedValue(text, TYPING_ENDS_MS);
  const query = useQuery({
    queryKey: ['store', store.id, 'previews', layoutId, waited],
    queryFn: ({ signal }) => render(JSON.parse(waited ?? '{}') as JsonObject, signal),
    enabled: waited !== null,
  });
  const [shown, setShown] = useState<Preview | null>(null);
  useEffect(() => {
    if (query.data) setShown(query.data);
  }, [query.data]);
  return {
    shown,
    error: waited === text ? query.error : null,
    isBehind: waited !== text || query.data !== shown,
    retry: query.refetch,
  };
}
