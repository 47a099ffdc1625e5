import { z } from 'zod';
import { time } from '../../../kernel/id.ts';
import { localFile } from '../../../kernel/local-file.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { pageInput, searchInput } from '../../../kernel/page.ts';
import { MAX_FILE_BYTES } from './file-caps.schema.ts';

/** Types that anyone may load, because we encoded these bytes ourselves (contract: Senders, secrets, files 7). */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export const addFileInput = z.object({ file: localFile(MAX_FILE_BYTES) });

export const fileKeyInput = z.string().describe('Key of the file.');

export const listFilesInput = z.object({
  ...pageInput,
  ...searchInput('the filename'),
  usage: z
    .boolean()
    .default(false)
    .describe('true: also tell what uses each file. Takes longer, so it is off by default.'),
});

const fileUser = z.object({
  type: z.enum(['layout', 'preset', 'settings']).describe("settings: the store's own, such as its logo."),
  id: z.string().describe('Id of the layout or preset; of a setting its name.'),
  name: z.string(),
});
nameSchema('FileUser', fileUser);

export const file = z.object({
  key: z.string().describe('Names the file in designs and attachments, and when deleting it.'),
  filename: z.string(),
  contentType: z.string().describe('What the bytes are, whatever the file is called.'),
  size: z.int().describe('In bytes.'),
  url: z.string().nullable().describe('Where anyone can load it, if it is a picture; otherwise null.'),
  width: z.int().nullable().describe('Of a picture, in pixels.'),
  height: z.int().nullable(),
  createdAt: time,
  inUse: z.boolean().optional().describe('With usage=true.'),
  usedBy: z.array(fileUser).optional().describe('With usage=true: the layouts and presets that refer to it.'),
});
nameSchema('File', file);

export type FileUser = z.output<typeof fileUser>;
export type FileView = z.output<typeof file>;
export type FileRow = Omit<FileView, 'url' | 'inUse' | 'usedBy'>;

export const deletedFile = z.object({ deleted: z.literal(true), key: z.string() });
nameSchema('DeletedFile', deletedFile);
