import type { PresetSummary } from 'outstep/features/layouts/presets/presets.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { useRead, useWrite } from '../../../api/queries.ts';
import type { Wire } from '../../../api/wire.ts';

const LIST = '/presets';

/** The store's shared sections, up to the limit of a list. */
export const useSharedSections = (enabled = true) =>
  useRead<Page<Wire<PresetSummary>>>(LIST, { kind: 'part', limit: 100 }, { enabled }).data?.items ?? [];

/** Saves blocks as a shared section. */
export const useCreateSharedSection = () =>
  useWrite(
    (api, { name, blocks }: { name: string; blocks: unknown[] }) =>
      api.post<{ id: string }>(LIST, new Blob([JSON.stringify(blocks)]), { query: { kind: 'part', name } }),
    { changes: [LIST, '/audit-log'] },
  );
