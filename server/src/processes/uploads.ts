import type { Logger } from '../adapters/telemetry/log.ts';
import { createUploadProcess } from '../adapters/uploads/upload-process.ts';

/**
 * Reads each upload in a separate process that can be killed. Create it once per process, because its uploads
 * share their limits.
 */
export const createUploads = (log: Logger) =>
  createUploadProcess({
    // As for render processes: the build rewrites imports, but not other paths.
    childEntry: new URL(
      import.meta.url.endsWith('.ts') ? './children/upload.ts' : './children/upload.js',
      import.meta.url,
    ),
    onConfined: (holdsBack, isFull) =>
      log[isFull ? 'info' : 'warn'](
        { holdsBack },
        'uploads are read in a process with what the system lets us hold back from it',
      ),
  });
