export { presetBlocks } from './presets.store.ts';
