export { etagOfLayout, foundLayout } from './find-layout.ts';
export { findWholeLayout, type StoredLayout } from './layouts.store.ts';
<<<<<<< HEAD
export { saveLayout, stateOf } from './save-layout.ts';
=======
export { type LayoutWrite, saveAndRead, saveLayout, stateOf } from './save-layout.ts';
>>>>>>> contract
