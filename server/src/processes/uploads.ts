import { createUploadProcess } from '../adapters/uploads/upload-process.ts';

/** Reads what is uploaded, in a process of its own that can be killed. */
export const uploads = createUploadProcess({
  // As with render processes: an import would be rewritten when compiled, a path is not.
  childEntry: new URL(
    import.meta.url.endsWith('.ts') ? './children/upload.ts' : './children/upload.js',
    import.meta.url,
  ),
});
