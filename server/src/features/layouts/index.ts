export { compiledOf } from './compiled-language.ts';
export { etagOfLayout, foundLayout, foundWholeLayout } from './find-layout.ts';
export { findLayout, findWholeLayout, type StoredLayout } from './layouts.store.ts';
export { type LayoutWrite, saveAndRead, saveLayout, stateOf } from './save-layout.ts';
