import { useQuery } from '@tanstack/react-query';
import type { httpRequest, httpRequestSummary } from 'outstep/features/http-requests/http-requests.schema.ts';
import type { requestVersionSummary } from 'outstep/features/http-requests/versions.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { z } from 'zod';
import { type ApiClient, ApiError, type Query, storeApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/session.ts';
import type { Wire } from '../../api/wire.ts';
import type { FieldChange } from '../../parts/changes-list.tsx';
import type { SentRequest, ShownResponse } from '../../parts/exchange.tsx';
import type { ComparedRequest } from './request-lines.rules.ts';

export type HttpRequestSummary = Wire<z.output<typeof httpRequestSummary>>;
export type HttpRequest = Wire<Omit<z.output<typeof httpRequest>, 'body' | 'testVariables'>> & {
  body: unknown;
  testVariables: Record<string, unknown>;
};

/** A request with the entity tag of its revision. */
export interface HttpRequestWithEtag {
  request: HttpRequest;
  etag: string;
}

const changes = ['/http-requests', '/audit-log'];

export const useHttpRequests = (query: Query) => useRead<Page<HttpRequestSummary>>('/http-requests', query);

export const useDeleteHttpRequest = () =>
  useWrite((api, id: string) => api.delete(`/http-requests/${id}`), { changes: [...changes, '/trash'] });

type FetchRequest = (onHeaders: (headers: Headers) => void) => Promise<HttpRequest>;

async function withEtag(ask: FetchRequest): Promise<HttpRequestWithEtag> {
  let etag = '';
  const request = await ask((headers) => {
    etag = headers.get('etag') ?? '';
  });
  return { request, etag };
}

/** Fetched each time the page opens and never in between, because a person may be editing it. */
export function useHttpRequest(id: string) {
  const { id: storeId } = useStore();
  return useQuery({
    queryKey: ['store', storeId, 'http-requests', id, 'tagged'],
    queryFn: ({ signal }) =>
      withEtag((onHeaders) =>
        storeApi(storeId).get<HttpRequest>(`/http-requests/${id}`, { signal, onHeaders }),
      ),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * The rendered request as saved and with these fields. The result is not cached, because it belongs to the current
 * input.
 */
export function useComparedRequest(id: string, fields: object) {
  const { id: storeId } = useStore();
  return useQuery({
    queryKey: ['store', storeId, 'http-requests', id, 'compared', fields],
    queryFn: ({ signal }) =>
      storeApi(storeId).post<ComparedRequest>(`/http-requests/${id}/compare`, fields, { signal }),
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  });
}

export interface SaveRequestInput {
  /** `null` for a new one. */
  id: string | null;
  etag: string;
  fields: Record<string, unknown>;
}

const save = (api: ApiClient, { id, etag, fields }: SaveRequestInput): Promise<HttpRequestWithEtag> =>
  withEtag((onHeaders) =>
    id === null
      ? api.post<HttpRequest>('/http-requests', fields, { onHeaders })
      : api.patch<HttpRequest>(`/http-requests/${id}`, fields, {
          onHeaders,
          headers: { 'If-Match': etag },
        }),
  );

/** Confirms the revision that the person has seen. */
export const useConfirmCredentials = (id: string) =>
  useWrite(
    (api, etag: string) =>
      withEtag((onHeaders) =>
        api.post<HttpRequest>(`/http-requests/${id}/confirm-credentials`, undefined, {
          onHeaders,
          headers: { 'If-Match': etag },
        }),
      ),
    { changes: ['/audit-log', versionsOf(id)] },
  );

/** The request itself is not refetched, because the response contains it. */
export const useSaveHttpRequest = (id: string | null) =>
  useWrite(save, { changes: ['/audit-log', ...(id === null ? [] : changedVersions(id))] });

const versionsOf = (id: string) => `/http-requests/${id}/versions`;
/** A save may remove the oldest version from the list. */
const changedVersions = (id: string) => [versionsOf(id), `/http-requests/${id}/kept-versions`];

export type RequestVersion = Wire<z.output<typeof requestVersionSummary>>;

export const useVersions = (id: string) => useRead<Page<RequestVersion>>(versionsOf(id));
export const useVersionChanges = (id: string, version: number) =>
  useRead<{ changes: FieldChange[] }>(`${versionsOf(id)}/${version}/changes`);
export const useRestoreVersion = (id: string) =>
  useWrite((api, version: number) => api.post(`${versionsOf(id)}/${version}/restore`), {
    changes: [...changedVersions(id), '/audit-log'],
  });

/** A test run without secrets; `error` if it failed. */
export interface TestRun {
  executionId: string;
  error: string | null;
  request: SentRequest;
  response: ShownResponse | null;
  durationMs: number | null;
}

/** A failed target is a regular result too; history has the details. */
async function run(api: ApiClient, { id, variables }: { id: string; variables: unknown }): Promise<TestRun> {
  try {
    return {
      error: null,
      ...(await api.post<Omit<TestRun, 'error'>>(`/http-requests/${id}/test`, { variables })),
    };
  } catch (error) {
    const executionId =
      error instanceof ApiError && error.status === 502
        ? /history entry ([0-9a-f-]{36})/.exec(error.message)?.[1]
        : undefined;
    if (!executionId) throw error;
    return { executionId, ...(await api.get<Omit<TestRun, 'executionId'>>(`/history/${executionId}`)) };
  }
}

export const useRunHttpRequest = () => useWrite(run, { changes: ['/history', '/stats', '/audit-log'] });

export const useSecretNames = () =>
  (useRead<Page<{ name: string }>>('/secrets', { limit: 100 }).data?.items ?? []).map(({ name }) => name);
