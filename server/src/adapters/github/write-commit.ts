import { z } from 'zod';
import { message } from '../../kernel/messages/message.ts';
import { type NewCommit, RepositoryError, type RepositoryFile } from '../../kernel/repository.ts';
import { GitHubApiError } from './github-error.ts';
import { cleanPerson, isPath, isSha } from './names.ts';
import type { RepositoryApi } from './repository-api.ts';

const createdObject = z.object({ sha: z.string().refine(isSha) });
const parentRead = z.object({ tree: createdObject });

const FILE = { mode: '100644', type: 'blob' } as const;
const PLACEHOLDER = '.gone';

interface NewTreeEntry {
  path: string;
  mode: '100644' | '040000';
  type: 'blob' | 'tree';
  sha?: string | null;
  content?: string;
}

/**
 * Creates a commit in which the folder contains exactly these files. Repeating the same commit yields the
 * same SHA.
 */
export async function writeCommit(api: RepositoryApi, commit: NewCommit): Promise<string> {
  const { parent, folder, files, author } = commit;
  if (!isSha(parent)) throw new RepositoryError('missing', message('not_a_commit'));
  if (![folder, ...files.map(({ path }) => path)].every(isPath))
    throw new RepositoryError('refused', message('repository_file_name'));
  const { data: before } = await api.ask(parentRead, (request) =>
    request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', { ...api.at, commit_sha: parent }),
  );
  const tree = await (files.length > 0
    ? replaceFolder(api, before.tree.sha, folder, files)
    : removeFolder(api, before.tree.sha, folder));
  const date = author.at.toISOString().replace(/\.\d+Z$/, 'Z');
  const person = cleanPerson(author);
  const body = {
    // git ends a message at a NUL.
    message: commit.message.toWellFormed().replaceAll('\0', ''),
    tree,
    parents: [parent],
    author: { ...person, date },
    committer: { ...person, name: 'Outstep', date },
  };
  const { sha } = await api.write(createdObject, (request) =>
    request('POST /repos/{owner}/{repo}/git/commits', { ...api.at, ...body }),
  );
  return sha;
}

async function postTree(api: RepositoryApi, tree: NewTreeEntry[], base: string | null): Promise<string> {
  const body = base === null ? { tree } : { tree, base_tree: base };
  const { sha } = await api.write(createdObject, (request) =>
    request('POST /repos/{owner}/{repo}/git/trees', { ...api.at, ...body }),
  );
  return sha;
}

/** Builds the folder separately and replaces it as a whole, so that no old file remains. */
async function replaceFolder(
  api: RepositoryApi,
  base: string,
  folder: string,
  files: readonly RepositoryFile[],
): Promise<string> {
  const entries = files.map(({ path, content }) => ({ ...FILE, path, content: content.toWellFormed() }));
  const sha = await postTree(api, entries, null);
  try {
    return await postTree(api, [{ path: folder, mode: '040000', type: 'tree', sha }], base);
  } catch (error) {
    if (!(error instanceof GitHubApiError && /BadObjectState/.test(error.answer))) throw error;
    throw new RepositoryError(
      'refused',
      message('repository_file_in_the_way', { repository: api.name, folder }),
    );
  }
}

/**
 * GitHub can delete files but not folders, and its list of a folder's files may be truncated. So the folder
 * first becomes one file, which is then deleted; git keeps no empty folder. If there is no such folder, the
 * tree is unchanged.
 */
async function removeFolder(api: RepositoryApi, base: string, folder: string): Promise<string> {
  const small = await replaceFolder(api, base, folder, [{ path: PLACEHOLDER, content: 'gone\n' }]);
  return await postTree(api, [{ ...FILE, path: `${folder}/${PLACEHOLDER}`, sha: null }], small);
}
