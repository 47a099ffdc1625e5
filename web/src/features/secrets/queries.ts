import type { SecretUser, SecretView } from 'outstep/features/access/secrets/secrets.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type Secret = Wire<SecretView>;
export type { SecretUser };

const changes = { changes: ['/secrets', '/audit-log'] };

export const useSecrets = (query: Query) => useRead<Page<Secret>>('/secrets', query);

/** By secret name. */
export const useSecretUsage = () =>
  useRead<{ usedBy: Record<string, SecretUser[]>; hosts: Record<string, string[]> }>('/secrets/usage');

export type Permissions = Pick<Secret, 'hosts' | 'allowInEmail'>;

export interface NewSecret extends Permissions {
  name: string;
  value: string;
  description: string;
}

export const useCreateSecret = () =>
  useWrite((api, secret: NewSecret) => api.post('/secrets', secret), changes);

export const useSetValue = () =>
  useWrite(
    (api, { name, value }: { name: string; value: string }) => api.put(`/secrets/${name}`, { value }),
    changes,
  );

export const useSetPermissions = () =>
  useWrite(
    (api, { name, ...permissions }: { name: string } & Permissions) =>
      api.put(`/secrets/${name}/permissions`, permissions),
    changes,
  );

export const useDescribe = () =>
  useWrite(
    (api, { name, description }: { name: string; description: string }) =>
      api.patch(`/secrets/${name}`, { description }),
    changes,
  );

export const useDeleteSecret = () => useWrite((api, name: string) => api.delete(`/secrets/${name}`), changes);
