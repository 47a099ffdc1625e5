import { z } from 'zod';
import type { SealPlace } from '../../../kernel/ports.ts';
import { versioned } from '../../../kernel/versioned.ts';

const offeredFile = z.object({
  /** The execution that sent the mail. */
  executionId: z.string(),
  fileKey: z.string(),
  filename: z.string(),
});

/** A file that a mail links to, with its name in that mail. */
export type OfferedFile = z.output<typeof offeredFile>;

export const LINK_PLACE: SealPlace = { table: 'download_links', name: 'file' };

export const downloadLinks = versioned<OfferedFile>(
  'download link',
  z
    .tuple([z.string(), z.string(), z.string()])
    .transform(([executionId, fileKey, filename]) => ({ executionId, fileKey, filename })),
  offeredFile,
);
