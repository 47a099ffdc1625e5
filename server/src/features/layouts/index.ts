export { etagOfLayout, foundLayout } from './find-layout.ts';
export { findLayout, findWholeLayout, type StoredLayout } from './layouts.store.ts';
export { saveLayout, stateOf } from './save-layout.ts';
