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

/**
 * Nests the key of `/email-templates/:id` below that of `/email-templates`, so that invalidating the list
 * covers both.
 */
const keyOf = (storeId: string, path: string) => ['store', storeId, ...path.split('/').filter(Boolean)];

const readQuery = <T>(storeId: string, path: string, query: Query, needsSession = true) => ({
  queryKey: [...keyOf(storeId, path), query],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    storeApi(storeId).get<T>(path, { query, signal, needsSession }),
});

/** Prefetches the data of a page while its code is still loading. */
export const prefetchRead = (queries: QueryClient, storeId: string, path: string, query: Query = {}) =>
  queries.prefetchQuery(readQuery(storeId, path, query));

/** A GET of the store, cached by path and query. */
export function useRead<T>(
  path: string,
  query: Query = {},
  {
    needsSession,
    ...options
  }: Pick<UseQueryOptions<T>, 'enabled' | 'refetchInterval' | 'staleTime'> & {
    /** `false` for reads that must not prompt people to sign in again. */
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
 * The data of each read: `null` while loading, `undefined` if it failed. TanStack keeps the list identical
 * while nothing changes.
 */
const readData = <T>(results: readonly { data: T | undefined; isError: boolean }[]) =>
  results.map(({ data, isError }) => data ?? (isError ? undefined : null));

/** Several GETs of the store, in the given order. */
export function useReadAll<T>(paths: readonly string[]): (T | null | undefined)[] {
  const { id } = useStore();
  return useQueries({
    queries: paths.map((path) => readQuery<T>(id, path, {})),
    combine: readData<T>,
  });
}

/**
 * Refetches cached data unless it is still at the given revision, which is cheap to check. Anything read or
 * written in the meantime is newer and is kept.
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
 * A write to the store; everything read from the paths in `changes` is refetched. With `inOrder`, a write
 * waits for earlier ones, so that the last one wins.
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

/** Rejections are final; only network failures and errors of a restarting server are retried. */
const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (count, error) => count < 2 && isTransient(error) },
    },
  });
