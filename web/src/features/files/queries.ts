import type {
  DeletedFile as DeletedFileSchema,
  VersionUsers,
} from 'outstep/features/library/files/deleted-files.schema.ts';
import type { FileUser, FileView } from 'outstep/features/library/files/files.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type StoredFile = Wire<FileView>;
export type DeletedFile = Wire<DeletedFileSchema>;
export type { FileUser, VersionUsers };

const DELETED = '/deleted-files';

export const useFiles = (query: Query) => useRead<Page<StoredFile>>('/files', { ...query, usage: true });

export const useDeleteFile = () =>
  useWrite((api, key: string) => api.delete('/files', { key }), {
    changes: ['/files', DELETED, '/audit-log'],
  });

/** Deleted files that versions still use. */
export const useDeletedFiles = (query: Query) => useRead<Page<DeletedFile>>(DELETED, query);

export const useDeleteForGood = () =>
  useWrite((api, key: string) => api.delete(DELETED, { key }), { changes: [DELETED, '/audit-log'] });

/** The versions that use a file that has no other uses. */
export const useVersionUsers = (key: string) => useRead<VersionUsers>('/files/reach', { key, limit: 1 });
