export { etagOfLayout, foundLayout } from './find-layout.ts';
export { findWholeLayout, type StoredLayout } from './layouts.store.ts';
export { type LayoutWrite, saveAndRead, saveLayout, stateOf } from './save-layout.ts';
