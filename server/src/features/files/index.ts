export { deleteUnused } from './delete-unused.ts';
export { existingFiles, replaceFileReferences } from './file-references.store.ts';
export { findFile } from './files.store.ts';
export { openPicture } from './open-picture.ts';
