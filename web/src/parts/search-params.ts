import { useNavigate, useSearch } from '@tanstack/react-router';

export type SearchParams = Readonly<Record<string, string>>;

/**
 * What a page keeps in its address: search words, filters, the page of a list. So it can be linked to, and Back works.
 * An empty value leaves; any change but one of `page` leads to the first page.
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

/** The part of the address that a list is asked by. */
export function useListQuery(...filters: string[]) {
  const [params] = useSearchParams();
  return Object.fromEntries(['page', 'q', ...filters].map((name) => [name, params[name]]));
}
