import type {
  ImportedCounts,
  ImportReport,
  SuppressionView,
  UnsubscribeView,
} from 'outstep/features/sending/unsubscribes/unsubscribes.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/session.ts';
import { upload } from '../../api/upload.ts';
import type { Wire } from '../../api/wire.ts';

export type Unsubscribe = Wire<UnsubscribeView>;

const changes = { changes: ['/unsubscribes', '/audit-log'] };

export const useSuppressions = (query: Query) => useRead<Page<Suppression>>('/suppressions', query);

export const useRemoveSuppression = () =>
  useWrite((api, email: string) => api.post('/suppressions/remove', { email }), {
    changes: ['/suppressions', '/audit-log'],
  });

export const useUnsubscribes = (query: Query) => useRead<Page<Unsubscribe>>('/unsubscribes', query);

export const useAddUnsubscribe = () =>
  useWrite((api, email: string) => api.post('/unsubscribes', { email }), changes);

export const useRemoveUnsubscribe = () =>
  useWrite(
    (api, email: string) => api.post<{ removed: boolean }>('/unsubscribes/remove', { email }),
    changes,
  );

export type Suppression = Wire<SuppressionView>;
export type ImportResult = Wire<ImportedCounts>;
export type ImportCheck = Wire<ImportReport>;

interface ImportUpload {
  file: File;
  /** Choices that the file itself doesn't answer. */
  query?: Query;
  onProgress: (share: number) => void;
}

/** Analyzes a file without importing it. */
export function useCheckImport() {
  const { id } = useStore();
  return useWrite(
    (_, { file, onProgress }: ImportUpload) =>
      upload<ImportCheck>(id, '/unsubscribes/import/check', file, { onProgress }),
    { changes: [] },
  );
}

export function useImport() {
  const { id } = useStore();
  return useWrite(
    (_, { file, query = {}, onProgress }: ImportUpload) =>
      upload<ImportResult>(id, '/unsubscribes/import', file, { query, onProgress }),
    { changes: ['/unsubscribes', '/suppressions', '/audit-log'] },
  );
}
