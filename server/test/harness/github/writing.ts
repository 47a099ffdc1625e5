import { gitCommitBody, refBody } from './bodies.ts';
import { readCommit } from './commits.ts';
import { refuse } from './refusal.ts';
import { type CommitToWrite, writeCommit } from './repositories.ts';
import type { RepositoryRoute } from './route.ts';
import { changeTree, listTree, type NewEntry } from './tree.ts';

const postBlob: RepositoryRoute = async ({ repository, body, apiUrl }) => {
  const content = body.encoding === 'base64' ? Buffer.from(body.content, 'base64').toString() : body.content;
  const sha = await repository.store.writeBlob(content);
  return { status: 201, body: { sha, url: `${apiUrl}/git/blobs/${sha}` } };
};

const postTree: RepositoryRoute = async ({ repository, body, apiUrl }) => {
  const entries: NewEntry[] = body.tree;
  if (entries.length === 0) refuse(422, 'Invalid tree info');
  const base = body.base_tree === undefined ? null : await repository.store.resolve(body.base_tree, 'tree');
  if (body.base_tree !== undefined && !base) refuse(422, 'base_tree is not a valid tree oid');
  const changed = await changeTree(repository.store, base, entries);
  const sha = changed ?? (await repository.store.run(['mktree']));
  const tree = (await listTree(repository.store, sha)).map(({ size, ...entry }) => ({
    ...entry,
    ...(size !== null && { size }),
  }));
  return { status: 201, body: { sha, url: `${apiUrl}/git/trees/${sha}`, tree, truncated: false } };
};

const postCommit: RepositoryRoute = async ({ repository, body, apiUrl }) => {
  const { store } = repository;
  const { message, tree, parents = [], author, committer } = body;
  if (!(await store.resolve(tree, 'tree'))) refuse(422, 'Tree SHA does not exist');
  for (const parent of parents)
    if (!(await store.resolve(parent, 'commit')))
      refuse(422, 'Parent SHA does not exist or is not a commit object');
  const person = author ?? { name: 'octocat', email: 'octocat@github.test' };
  const commit: CommitToWrite = { tree, parents, message, author: person, committer: committer ?? person };
  const sha = await writeCommit(store, commit).catch((error: Error) => refuse(422, error.message));
  return { status: 201, body: gitCommitBody(await readCommit(store, sha), apiUrl) };
};

/**
 * Moves a branch like git does, from the commit it was last seen at. If someone else moved it in between, it
 * is read again.
 */
const patchRef: RepositoryRoute = async ({ repository, params, body, apiUrl }) => {
  const { store } = repository;
  const ref = `refs/${params['ref']}`;
  const sha = await store.resolve(body.sha, 'commit');
  if (!sha) return refuse(422, 'Object does not exist');
  for (;;) {
    const old = await store.ask(['rev-parse', '--verify', '--quiet', ref]);
    if (!old) return refuse(422, 'Reference does not exist');
    const isForward = (await store.ask(['merge-base', '--is-ancestor', old, sha])) !== null;
    if (!isForward && body.force !== true) refuse(422, 'Update is not a fast forward');
    if ((await store.ask(['update-ref', ref, sha, old])) !== null)
      return { status: 200, body: refBody(ref, sha, apiUrl) };
  }
};

export const writingRoutes: Record<string, RepositoryRoute> = {
  'POST /repos/{owner}/{repo}/git/blobs': postBlob,
  'POST /repos/{owner}/{repo}/git/trees': postTree,
  'POST /repos/{owner}/{repo}/git/commits': postCommit,
  'PATCH /repos/{owner}/{repo}/git/refs/{ref}': patchRef,
};
