import type { FileLocation } from '../../kernel/file-location.ts';
import type { AllFiles } from './all-files.ts';
import { createFileBucket } from './file-bucket.ts';
import { createFileFolder } from './file-folder.ts';

export const openFiles = (location: FileLocation): AllFiles =>
  'bucket' in location ? createFileBucket(location.bucket) : createFileFolder(location.folder);
