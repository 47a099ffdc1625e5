import type { ListedKey } from 'outstep/features/access/keys/keys.schema.ts';
import type { Layout, LayoutSummary } from 'outstep/features/layouts/content/layouts.schema.ts';
import type { RepositoryConnection as ConnectionSchema } from 'outstep/features/layouts/repository/repository.schema.ts';
import type { Level } from 'outstep/kernel/access-levels.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type Key = Wire<ListedKey>;
export type RepositoryConnection = Wire<ConnectionSchema>;

const KEYS = { changes: ['/keys', '/audit-log'] };

export const useKeys = (query: Query) => useRead<Page<Key>>('/keys', query);

export interface NewKeyInput {
  name: string;
  level: Level;
  expiresAt?: string;
  allowedAddresses?: string;
  recipientSearch?: boolean;
}

export const useCreateKey = () =>
  useWrite((api, key: NewKeyInput) => api.post<{ id: string; key: string }>('/keys', key), KEYS);

export const useSetLevel = () =>
  useWrite((api, { id, level }: Pick<Key, 'id' | 'level'>) => api.patch(`/keys/${id}`, { level }), KEYS);

export const useSetAddresses = () =>
  useWrite(
    (api, { id, allowedAddresses }: { id: string; allowedAddresses: string }) =>
      api.put(`/keys/${id}/addresses`, { allowedAddresses }),
    KEYS,
  );

export const useSetRecipientSearch = () =>
  useWrite(
    (api, { id, recipientSearch }: Pick<Key, 'id' | 'recipientSearch'>) =>
      api.put(`/keys/${id}/recipient-search`, { recipientSearch }),
    KEYS,
  );

export const useRotateKey = () =>
  useWrite(
    (api, { id, overlapHours }: { id: string; overlapHours: number }) =>
      api.post<{ id: string; key: string; previousEndsAt: string }>(`/keys/${id}/rotate`, { overlapHours }),
    KEYS,
  );

export const useRevokeKey = () => useWrite((api, id: string) => api.delete(`/keys/${id}`), KEYS);

export const useSigningSecrets = () => useRead<Page<{ id: string; createdAt: string }>>('/platform-secrets');

export const useCreateSigningSecret = () =>
  useWrite((api) => api.post<{ secret: string }>('/platform-secrets', {}), {
    changes: ['/platform-secrets', '/audit-log'],
  });

/** Layouts to choose from for the sample of a step; a hundred are enough. */
export const useSampleLayouts = () => useRead<Page<Wire<LayoutSummary>>>('/email-templates', { limit: 100 });

export const useSampleLayout = (id: string | null) =>
  useRead<Wire<Layout>>(`/email-templates/${id}`, {}, { enabled: id !== null });

const REPOSITORY = { changes: ['/repository', '/audit-log'] };

export const useRepository = () => useRead<{ connection: RepositoryConnection | null }>('/repository');

export interface NewConnection {
  repository: string;
  token: string;
  branch?: string;
  folder?: string;
}

export const useConnectRepository = () =>
  useWrite(
    (api, connection: NewConnection) => api.put<RepositoryConnection>('/repository', connection),
    REPOSITORY,
  );

export const useDisconnectRepository = () => useWrite((api) => api.delete('/repository'), REPOSITORY);
