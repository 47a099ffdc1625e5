import { z } from 'zod';
import { appOperation, type PersonContext } from '../../../kernel/operation.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { hashOf } from '../content/hash-text.ts';
import { versionsOfPreset } from './preset-document.ts';
import { keptPresetVersion, preset, presetVersion, presetVersionSummary } from './presets.schema.ts';
import { findPreset } from './presets.store.ts';
import { viewPreset, viewVersionContent } from './presets.view.ts';
import { savePreset } from './save-preset.ts';

export const listPresetVersions = appOperation({
  name: 'list_preset_versions',
  summary: 'List the saved versions of a preset, newest first.',
  description: 'The newest 25 are kept.',
  app: [{ method: 'GET', path: '/presets/:id/versions', role: 'viewer' }],
  ...versionsOfPreset.list(presetVersionSummary, 'summary and name of the author'),
});

export const listKeptPresetVersions = appOperation({
  name: 'list_kept_preset_versions',
  summary: 'List the versions of a preset that are kept beyond the newest 25 or have a name, newest first.',
  app: [{ method: 'GET', path: '/presets/:id/kept-versions', role: 'viewer' }],
  ...versionsOfPreset.listKept(keptPresetVersion),
});

export const namePresetVersion = appOperation({
  name: 'name_preset_version',
  summary: 'Name a version of a preset, so that it is kept.',
  app: [{ method: 'PUT', path: '/presets/:id/versions/:version/label', role: 'editor' }],
  ...versionsOfPreset.nameVersion,
});

export const getPresetVersion = appOperation({
  name: 'get_preset_version',
  summary: 'Get one version of a preset with its blocks.',
  app: [{ method: 'GET', path: '/presets/:id/versions/:version', role: 'viewer' }],
  ...versionsOfPreset.get(presetVersion, viewVersionContent),
});

export const comparePresetVersion = appOperation({
  name: 'compare_preset_version',
  summary: 'Compare a version of a preset with the current preset.',
  description: 'Lists of different lengths are shown as a whole.',
  app: [{ method: 'GET', path: '/presets/:id/versions/:version/changes', role: 'viewer' }],
  ...versionsOfPreset.compareWithCurrent,
});

export const restorePresetVersion = appOperation({
  name: 'restore_preset_version',
  summary:
    'Restore a version of a preset. It takes effect in the next email of every layout that uses the preset.',
  description:
    'A new version is recorded. Deleted files that the version uses are restored; the call fails if one no longer exists.',
  app: [{ method: 'POST', path: '/presets/:id/versions/:version/restore', role: 'editor' }],
  errorKinds: ['not_found', 'stale'],
  ...versionsOfPreset.restore({
    output: z.object({ restored: z.int(), version: z.int(), preset }),
    find: findPreset,
    keyOf: (row) => row,
    async save(ctx: PersonContext, found, value, note) {
      const saved = await savePreset({ ...ctx, restoresFiles: true }, found, {
        ...note,
        change: () => value,
      });
      return {
        revision: saved.revision,
        shown: { preset: await viewPreset(saved, hashOf(ctx), yieldToEventLoop) },
      };
    },
  }),
});
