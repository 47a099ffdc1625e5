import { createUploadProcess } from '../adapters/uploads/upload-process.ts';

/** Reads each upload in its own process, which can be killed. */
export const uploads = createUploadProcess({
  // As with render processes: the build rewrites imports, but not paths.
  childEntry: new URL(
    import.meta.url.endsWith('.ts') ? './children/upload.ts' : './children/upload.js',
    import.meta.url,
  ),
});
