export { existingFiles, replaceFileReferences } from './file-references.store.ts';
