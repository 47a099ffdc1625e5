import {
  keepPreviousData,
  QueryClient,
  type UseQueryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ApiClient, ApiError, type Query, storeApi } from './client.ts';
import { useStore } from './session.ts';

/** `/email-templates/:id` is kept below `/email-templates`: a change of the list's path asks for both again. */
const keyOf = (storeId: string, path: string) => ['store', storeId, ...path.split('/').filter(Boolean)];

const readQuery = <T>(storeId: string, path: string, query: Query, needsSession = true) => ({
  queryKey: [...keyOf(storeId, path), query],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    storeApi(storeId).get<T>(path, { query, signal, needsSession }),
});

/** Reads what a page will need while the page itself is still loading. */
export const prefetchRead = (queries: QueryClient, storeId: string, path: string, query: Query = {}) =>
  queries.prefetchQuery(readQuery(storeId, path, query));

/** The response of a store to a GET, cached by path and query. */
export function useRead<T>(
  path: string,
  query: Query = {},
  {
    needsSession,
    ...options
  }: Pick<UseQueryOptions<T>, 'enabled' | 'refetchInterval' | 'staleTime'> & {
    /** `false` for what nobody is asked to sign in for again. */
    needsSession?: boolean;
  } = {},
) {
  const { id } = useStore();
  return useQuery({
    ...readQuery<T>(id, path, query, needsSession),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/**
 * What was read: `null` while it is not here, nothing where it is not to be had. The same list while nothing changes.
 */
const readData = <T>(results: readonly { data: T | undefined; isError: boolean }[]) =>
  results.map(({ data, isError }) => data ?? (isError ? undefined : null));

/** The responses of a store to several GETs, in their order. */
export function useReadAll<T>(paths: readonly string[]): (T | null | undefined)[] {
  const { id } = useStore();
  return useQueries({
    queries: paths.map((path) => readQuery<T>(id, path, {})),
    combine: readData<T>,
  });
}

/**
 * Reads something again that is kept, if it is not at a revision any more: an answer that it is costs next to nothing.
 * What was read or written meanwhile is newer and stays.
 */
export function useRefetchIfStale<T>(path: string) {
  const { id } = useStore();
  const queries = useQueryClient();
  return useCallback(
    async (etag: string) => {
      const { queryKey } = readQuery<T>(id, path, {});
      const updated = () => queries.getQueryState(queryKey)?.dataUpdatedAt;
      const before = updated();
      if (queries.isFetching({ queryKey, exact: true }) > 0) return;
      const now = await storeApi(id).get<T | null>(path, { headers: { 'If-None-Match': etag } });
      if (now !== null && updated() === before) queries.setQueryData(queryKey, now);
    },
    [id, path, queries],
  );
}

/**
 * A write to a store; everything read from the paths in `changes` is read again.
 * With `inOrder`, a write waits for those before it, so that the last one said is the one that stays.
 */
export function useWrite<Input = void, Output = unknown>(
  write: (api: ApiClient, input: Input) => Promise<Output>,
  { changes, inOrder = false }: { changes: readonly string[]; inOrder?: boolean },
) {
  const { id } = useStore();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(storeApi(id), input),
    ...(inOrder && { scope: { id: keyOf(id, changes.join()).join('/') } }),
    onSuccess: () =>
      Promise.all(changes.map((path) => queries.invalidateQueries({ queryKey: keyOf(id, path) }))),
  });
}

/** A refusal stays a refusal; only network failures and errors of a restarting server are retried. */
const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (count, error) => count < 2 && isTransient(error) },
    },
  });
