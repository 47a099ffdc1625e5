import type { FileUser, FileView } from 'outstep/features/library/files/files.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type StoredFile = Wire<FileView>;
export type { FileUser };

export const useFiles = (query: Query) => useRead<Page<StoredFile>>('/files', { ...query, usage: true });

export const useDeleteFile = () =>
  useWrite((api, key: string) => api.delete('/files', { key }), { changes: ['/files', '/audit-log'] });
