import type { PresetSummary } from 'outstep/features/layouts/presets/presets.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { useRead, useWrite } from '../../../api/queries.ts';
import type { Wire } from '../../../api/wire.ts';

const LIST = '/presets';

/** The shared parts of the store, as many as a list shows. */
export const useParts = (enabled = true) =>
  useRead<Page<Wire<PresetSummary>>>(LIST, { kind: 'part', limit: 100 }, { enabled }).data?.items ?? [];

/** Makes a shared part of blocks. */
export const useCreateSharedSection = () =>
  useWrite(
    (api, { name, blocks }: { name: string; blocks: unknown[] }) =>
      api.post<{ id: string }>(LIST, new Blob([JSON.stringify(blocks)]), { query: { kind: 'part', name } }),
    { changes: [LIST, '/audit-log'] },
  );
