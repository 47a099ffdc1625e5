import type { RestoredDocument, TrashItem } from 'outstep/features/documents/trash.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type TrashedItem = Wire<TrashItem>;
export type RestoredItem = Wire<RestoredDocument>;

export const useTrash = (query: Query) => useRead<Page<TrashedItem>>('/trash', query);

export const useRestore = () =>
  useWrite((api, id: string) => api.post<RestoredItem>(`/trash/${id}/restore`, {}), {
    changes: [
      '/trash',
      '/email-templates',
      '/http-requests',
      '/files',
      '/deleted-files',
      '/presets',
      '/audit-log',
    ],
  });

export const useDeletePermanently = () =>
  useWrite((api, id: string) => api.delete(`/trash/${id}`), { changes: ['/trash', '/audit-log'] });
