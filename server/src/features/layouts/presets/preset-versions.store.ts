import { versionStore } from '../../documents/versions.store.ts';
import type { PresetContent } from './preset-content.rules.ts';
import type { PresetVersionSummary } from './preset-versions.schema.ts';

/** A version is a copy of the row of the preset. */
export const presetVersions = versionStore<PresetVersionSummary, PresetContent>({
  ...{ name: 'preset', documents: 'presets', revision: 'revision' },
  ...{ versions: 'preset_versions', documentId: 'preset_id', listed: {} },
  kept: { name: 'name', blocks: 'blocks', defaultLocale: 'default_locale', languages: 'languages' },
  unrecorded: { source: 'app', author: 'user' },
});
