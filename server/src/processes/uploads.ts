import type { Logger } from '../adapters/telemetry/log.ts';
import { createUploadProcess } from '../adapters/uploads/upload-process.ts';

/** Reads each upload in its own process, which can be killed; made once in a process, whose uploads share its bounds. */
export const createUploads = (log: Logger) =>
  createUploadProcess({
    // As with render processes: the build rewrites imports, but not paths.
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
