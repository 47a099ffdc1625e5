import { useNavigate, useSearch } from '@tanstack/react-router';

export type SearchParams = Readonly<Record<string, string>>;

/**
 * State that a page stores in its URL, such as search, filters and list page, so that it can be linked to and
 * Back works. An empty value is removed; any change except to `page` returns to the first page.
 */
export function useSearchParams(): [SearchParams, (changes: Record<string, string | null>) => void] {
  const params = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const change = (changes: Record<string, string | null>) => {
    const next = { ...params, ...('page' in changes ? {} : { page: null }), ...changes };
    const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value));
    void navigate({ to: '.', search: kept as never, replace: !('page' in changes) });
  };
  return [params, change];
}

/** The part of the URL that a list is queried with. */
export function useListQuery(...filters: string[]) {
  const [params] = useSearchParams();
  return Object.fromEntries(['page', 'q', ...filters].map((name) => [name, params[name]]));
}
