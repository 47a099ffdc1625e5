import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { anyObject, passThrough, versioned } from '../../../kernel/versioned.ts';
import type { DraftLanguage, DraftLanguages } from './drafts.schema.ts';

const language = z.strictObject({
  subject: z.string(),
  previewText: z.string(),
  bodyDesign: anyObject.optional(),
  code: z.string().optional(),
  body: z.string().optional(),
  stillRight: z.record(z.string(), z.string()).optional(),
});

/** Languages of a draft, or of the version it started from, in their stored form. */
export const draftContents = versioned<{ languages: DraftLanguages }>(
  'draft of a layout',
  z.object({ languages: z.record(z.string(), passThrough<DraftLanguage>(language)) }),
);

// Runs off the event loop, because a draft can take megabytes.
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export const packLanguages = (languages: DraftLanguages): Promise<Buffer> =>
  compress(draftContents.write({ languages }));
export const unpackLanguages = async (packed: Buffer): Promise<DraftLanguages> =>
  draftContents.read((await decompress(packed)).toString()).languages;
