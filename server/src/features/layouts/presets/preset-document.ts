import type { Json } from '../../../kernel/json.ts';
import type { DocumentKind } from '../../documents/document-kind.ts';
import { versionsOf } from '../../documents/version-operations.ts';
import { changedFields, comparable, type PresetContent, type PresetRow } from './preset-content.rules.ts';
import type { PresetVersionSummary } from './presets.schema.ts';
import { findPreset, presetVersions } from './presets.store.ts';

const presetKind: DocumentKind<PresetRow, PresetVersionSummary, PresetContent, PresetContent> = {
  noun: 'preset',
  versions: presetVersions,
  find: findPreset,
  revisionOf: ({ revision }) => revision,
  current: async (_db, row) => row,
  reader: async () => (_id, kept) => kept,
  comparable: (content) => comparable(content) as Json,
  changedMembers: changedFields,
};

export const versionsOfPreset = versionsOf(presetKind);

/** The preset identified by the path, or 404. */
export const requirePreset = versionsOfPreset.requireDocument;
