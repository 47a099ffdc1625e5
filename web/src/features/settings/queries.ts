import type { LimitUse } from 'outstep/features/access/limits/limits.schema.ts';
import type { SettingsView } from 'outstep/features/library/settings/settings.schema.ts';
import { useRead, useWrite } from '../../api/queries.ts';

export type { LimitUse, SettingsView };

export const useSettings = () => useRead<SettingsView>('/settings');

/** Saves only if `revision` is current; `null` overwrites any newer changes. */
export const useSetSettings = () =>
  useWrite(
    (api, { settings, revision }: { settings: string[]; revision: string | null }) =>
      api.patch('/settings', { settings }, { headers: revision ? { 'If-Match': `"${revision}"` } : {} }),
    { changes: ['/settings', '/brand', '/ready-designs', '/files', '/audit-log'] },
  );

export const useLimits = () => useRead<{ items: LimitUse[] }>('/limits');

export const useDeleteStore = () =>
  useWrite((api, name: string) => api.delete('/store', { name }), { changes: [] });
