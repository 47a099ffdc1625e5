import type { BroughtBack, TrashItem } from '../../../../server/src/features/records/trash/trash.schema.ts';
import type { Page } from '../../../../server/src/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type Trashed = Wire<TrashItem>;
export type Restored = Wire<BroughtBack>;

export const useTrash = (query: Query) => useRead<Page<Trashed>>('/trash', query);

export const useRestore = () =>
  useWrite((api, id: string) => api.post<Restored>(`/trash/${id}/restore`, {}), {
    changes: ['/trash', '/email-templates', '/http-requests', '/files', '/presets', '/audit-log'],
  });

export const useDeleteNow = () =>
  useWrite((api, id: string) => api.delete(`/trash/${id}`), { changes: ['/trash', '/audit-log'] });
