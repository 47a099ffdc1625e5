import { useQueryClient } from '@tanstack/react-query';
import type {
  PresetKind,
  Preset as PresetSchema,
  PresetSummary as SummarySchema,
} from '../../../../server/src/features/layouts/presets/presets.schema.ts';
import { etagOf } from '../../../../server/src/kernel/etag.ts';
import type { Page } from '../../../../server/src/kernel/page.ts';
import { type Query, storeApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/session.ts';
import type { Wire } from '../../api/wire.ts';

export type Kind = PresetKind;
export type PresetSummary = Wire<SummarySchema>;
export type Preset = Wire<PresetSchema>;

const LIST = '/presets';
const at = (id: string) => `${LIST}/${id}`;
const changes = { changes: [LIST, '/audit-log'] };

export const usePresets = (query: Query) => useRead<Page<PresetSummary>>(LIST, query);
export const usePreset = (id: string) => useRead<Preset>(at(id));

export interface NewPreset {
  kind: Kind;
  name: string;
  blocks: unknown[];
}

/** The blocks are the body itself, as those of a file would be. */
export const useAddPreset = () =>
  useWrite(
    (api, { blocks, ...query }: NewPreset) =>
      api.post<{ id: string }>(LIST, new Blob([JSON.stringify(blocks)]), { query }),
    changes,
  );

export const useSavePreset = (id: string) =>
  useWrite(
    (api, { blocks, revision }: { blocks: unknown; revision: number }) =>
      api.put<Preset>(at(id), { blocks }, { headers: { 'If-Match': etagOf({ revision }) } }),
    changes,
  );

/** The blocks stay, whoever has changed them: of two names the later one holds. */
export const useRenamePreset = () =>
  useWrite((api, { id, name }: { id: string; name: string }) => api.patch<Preset>(at(id), { name }), changes);

export const useDeletePreset = () => useWrite((api, id: string) => api.delete(at(id)), changes);

/** What the server has now. */
export function useRefetchPreset(id: string) {
  const store = useStore();
  const queries = useQueryClient();
  return async () => {
    const preset = await storeApi(store.id).get<Preset>(at(id));
    await queries.invalidateQueries({ queryKey: ['store', store.id, 'presets'] });
    return preset;
  };
}
