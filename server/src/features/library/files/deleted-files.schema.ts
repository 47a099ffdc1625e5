import { z } from 'zod';
import { time } from '../../../kernel/id.ts';
import { pageInput, searchInput } from '../../../kernel/page.ts';

export const MAX_VERSION_USERS = 20;

const versionUser = z.object({
  type: z.enum(['layout', 'preset', 'trash']).describe('`trash`: a layout in the trash.'),
  id: z.string(),
  name: z.string(),
  versions: z.int().describe('How many of its versions use the file.'),
});

export const versionUserMembers = {
  versionUsers: z
    .array(versionUser)
    .describe(`Documents with versions that use the file, by name; at most ${MAX_VERSION_USERS}.`),
  versionUserCount: z.int(),
};

export const listDeletedFilesInput = z.object({ ...pageInput, ...searchInput('the filename') });

export const deletedFileView = z.object({
  key: z.string(),
  filename: z.string(),
  contentType: z.string(),
  size: z.int().describe('In bytes.'),
  deletedAt: time,
  ...versionUserMembers,
});

export type VersionUser = z.output<typeof versionUser>;
export type DeletedFile = z.output<typeof deletedFileView>;
export type VersionUsers = Pick<DeletedFile, keyof typeof versionUserMembers>;
