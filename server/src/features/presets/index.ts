export { existingPresets, presetBlocks, replacePresetReferences } from './presets.store.ts';
