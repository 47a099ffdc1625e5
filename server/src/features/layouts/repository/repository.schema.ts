import { z } from 'zod';
import { issueOf, schemaMessage, text } from '../../../kernel/fields.ts';
import { time } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { version } from '../content/versions.schema.ts';

export const repositoryStatuses = ['connected', 'waiting', 'reconnect'] as const;

const OWNER_AND_NAME = /^(?:https:\/\/[^/?#]+\/)?([\w.-]{1,100})\/([\w.-]{1,100}?)(?:\.git)?\/?$/;
const DOTS = /^\.+$/;

/** `owner/name`, or the URL shown in a browser. */
export const repositoryName = z
  .string()
  .transform((value, ctx) => {
    const [, owner = '', repository = ''] = OWNER_AND_NAME.exec(value.trim()) ?? [];
    if (owner !== '' && !DOTS.test(owner) && !DOTS.test(repository)) return { owner, repository };
    ctx.addIssue(issueOf(message('must_be_repository_name')));
    return z.NEVER;
  })
  .describe('`owner/name`, or the URL of the repository.');

const MAX_BRANCH = 250;
/** What git rejects in a branch name, and a little more. */
const NO_BRANCH = /[\s~^:?*[\\\p{Cc}]|\.\.|\/\/|@\{|^[-/.]|[/.]$|\.lock$/u;

export const branchName = text(MAX_BRANCH)
  .refine((value) => value !== '' && !NO_BRANCH.test(value), { error: schemaMessage('not_a_branch_name') })
  .describe('Default: the default branch of the repository.');

const MAX_FOLDER = 200;
const SEGMENT = /^[\w][\w. -]*$/;

/** Leading and trailing slashes are ignored. */
export const folderName = text(MAX_FOLDER)
  .transform((value) => value.replace(/^\/+|\/+$/g, ''))
  .refine((value) => value === '' || value.split('/').every((part) => SEGMENT.test(part)), {
    error: schemaMessage('must_be_folder_path'),
  })
  .describe('Folder of the repository that holds the layouts. Default: its root.');

export const connection = z.object({
  provider: z.literal('github'),
  repository: z.string().describe('`owner/name`.'),
  branch: z.string(),
  folder: z.string(),
  access: z.enum(['token', 'installation']),
  status: z
    .enum(repositoryStatuses)
    .describe(
      '`waiting`: the last attempt failed and is retried automatically. `reconnect`: the repository must be connected again.',
    ),
  lastError: z.string().nullable(),
  waiting: z.int().describe('Number of versions that are not in the repository yet.'),
  lastCommit: z.string().nullable(),
  lastCommitAt: time.nullable(),
  connectedAt: time,
});
export type RepositoryConnection = z.output<typeof connection>;

export const commit = z.object({
  sha: z.string(),
  message: z.string(),
  author: z.string().describe('Name of the author.'),
  committedAt: time,
  url: z.string().describe('URL of the web page of the commit.'),
});
nameSchema('Commit', commit);

/** spec: Limits, repository versions per page. */
export const COMMITS_PER_PAGE = 20;

export const commitPage = z.object({
  items: z.array(commit),
  page: z.int(),
  limit: z.int(),
  hasMore: z.boolean(),
});
nameSchema('CommitPage', commitPage);

export const repositoryVersion = commit.extend({
  layout: version.shape.layout,
  translations: version.shape.translations,
});
nameSchema('RepositoryVersion', repositoryVersion);

/** Not validated, because in a path anything but a SHA is simply not found. */
export const shaInput = z
  .string()
  .describe(
    'SHA of the commit, or a prefix of at least seven characters if no other commit of the layout starts with it.',
  );
