import { useQueryClient } from '@tanstack/react-query';
import type {
  PresetKind,
  Preset as PresetSchema,
  PresetSummary as SummarySchema,
  PresetVersion as VersionSchema,
  PresetVersionSummary as VersionSummarySchema,
} from 'outstep/features/layouts/presets/presets.schema.ts';
import { etagOf } from 'outstep/kernel/etag.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { type Query, storeApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/session.ts';
import type { Wire } from '../../api/wire.ts';
import type { FieldChange } from '../../parts/changes-list.tsx';

export type Kind = PresetKind;
export type PresetSummary = Wire<SummarySchema>;
export type Preset = Wire<PresetSchema>;
type PresetVersion = Wire<VersionSchema>;

const LIST = '/presets';
const at = (id: string, below = '') => `${LIST}/${id}${below}`;
const changes = { changes: [LIST, '/audit-log'] };

export const usePresets = (query: Query) => useRead<Page<PresetSummary>>(LIST, query);
export const usePreset = (id: string) => useRead<Preset>(at(id));
/** Large enough for all versions: 25 are kept. */
export const useVersions = (id: string) =>
  useRead<Page<Wire<VersionSummarySchema>>>(at(id, '/versions'), { limit: 100 });
export const useVersion = (id: string, version: number) =>
  useRead<PresetVersion>(at(id, `/versions/${version}`));
export const useVersionChanges = (id: string, version: number) =>
  useRead<{ changes: FieldChange[] }>(at(id, `/versions/${version}/changes`));

export interface NewPresetInput {
  kind: Kind;
  name: string;
  blocks: unknown[];
}

/** The blocks are sent as the request body, as for an uploaded file. */
export const useAddPreset = () =>
  useWrite(
    (api, { blocks, ...query }: NewPresetInput) =>
      api.post<{ id: string }>(LIST, new Blob([JSON.stringify(blocks)]), { query }),
    changes,
  );

interface LayoutLanguage {
  defaultLocale?: string;
  subject: string;
  previewText: string;
  bodyDesign?: JsonObject;
}

/** A layout in one language. */
export function useLayoutLanguage(layoutId: string, locale: string) {
  const path = `/email-templates/${layoutId}`;
  const main = useRead<LayoutLanguage>(path);
  const isOther = !main.isPlaceholderData && main.data !== undefined && main.data.defaultLocale !== locale;
  const other = useRead<LayoutLanguage>(`${path}/translations/${locale}`, {}, { enabled: isOther });
  return isOther ? other : main;
}

/** The `If-Match` header for a save. */
const only = (revision: number) => ({ headers: { 'If-Match': etagOf({ revision }) } });

/** Omitted languages are unchanged; a language set to `null` is removed. */
export interface PresetFields {
  blocks?: unknown[];
  defaultLocale?: string | null;
  languages?: Record<string, { blocks?: unknown[]; done?: string[] } | null>;
}

export const useSavePreset = (id: string) =>
  useWrite(
    (api, { fields, revision }: { fields: PresetFields; revision: number }) =>
      api.put<Preset>(at(id), fields, only(revision)),
    changes,
  );

export const useRestorePreset = (id: string) =>
  useWrite(
    (api, { version, revision }: { version: number; revision: number }) =>
      api.post<{ preset: Preset }>(at(id, `/versions/${version}/restore`), undefined, only(revision)),
    { changes: [...changes.changes, '/files', '/deleted-files'] },
  );

/** Renaming doesn't affect the blocks, even if others have changed them; of two names, the later one wins. */
export const useRenamePreset = () =>
  useWrite((api, { id, name }: { id: string; name: string }) => api.patch<Preset>(at(id), { name }), changes);

export const useDeletePreset = () => useWrite((api, id: string) => api.delete(at(id)), changes);

/** Fetches the current preset from the server. */
export function useRefetchPreset(id: string) {
  const store = useStore();
  const queries = useQueryClient();
  return async () => {
    const preset = await storeApi(store.id).get<Preset>(at(id));
    await queries.invalidateQueries({ queryKey: ['store', store.id, 'presets'] });
    return preset;
  };
}
