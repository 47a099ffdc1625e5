import { z } from 'zod';
import { schemaMessage } from '../../../kernel/fields.ts';
import { time } from '../../../kernel/id.ts';
import { localFile } from '../../../kernel/local-file.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { pageInput, searchInput } from '../../../kernel/page.ts';
import { MAX_FILE_BYTES } from './file-caps.schema.ts';

/** Types that anyone may load, because we encoded these bytes ourselves (contract: Senders, secrets, files 7). */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export const addFileInput = z.object({ file: localFile(MAX_FILE_BYTES) });

export const fileKeyInput = z
  .string()
  .refine((key) => key.trim() !== '', { error: schemaMessage('required') })
  .describe('Key of the file.');

export const listFilesInput = z.object({
  ...pageInput,
  ...searchInput('the filename'),
  usage: z.boolean().default(false).describe('`true`: also list what uses each file. Takes longer.'),
});

const fileUser = z.object({
  type: z
    .enum(['layout', 'preset', 'settings'])
    .describe('`settings`: the settings of the store, such as its logo.'),
  id: z.string().describe('ID of the layout or preset; for a setting, its name.'),
  name: z.string(),
});
nameSchema('FileUsage', fileUser);

export const file = z.object({
  key: z.string().describe('Identifies the file in designs and attachments, and when you delete it.'),
  filename: z.string(),
  contentType: z.string().describe('Determined from the bytes, not from the name of the file.'),
  size: z.int().describe('In bytes.'),
  url: z.string().nullable().describe('Public URL of a picture; `null` for other files.'),
  width: z.int().nullable().describe('Width of a picture in pixels.'),
  height: z.int().nullable(),
  createdAt: time,
  inUse: z.boolean().optional().describe('Only with `usage=true`.'),
  usedBy: z
    .array(fileUser)
    .optional()
    .describe('Only with `usage=true`: the layouts, presets and settings that use the file.'),
});
nameSchema('UploadedFile', file);

export type FileUser = z.output<typeof fileUser>;
export type FileView = z.output<typeof file>;
export type FileRow = Omit<FileView, 'url' | 'inUse' | 'usedBy'>;

export const deletedFile = z.object({ deleted: z.literal(true), key: z.string() });
nameSchema('DeletedFile', deletedFile);
