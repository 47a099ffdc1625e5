import { commitBody, gitCommitBody, refBody } from './bodies.ts';
import { readCommit, readCommits } from './commits.ts';
import { refuse } from './refusal.ts';
import type { RepositoryRoute } from './route.ts';
import { listTree, type TreeEntry } from './tree.ts';

const getRepository: RepositoryRoute = async ({ repository: { owner, name } }) => ({
  status: 200,
  body: {
    name,
    full_name: `${owner}/${name}`,
    owner: { login: owner },
    private: true,
    default_branch: 'main',
  },
});

const getRef: RepositoryRoute = async ({ repository, params, apiUrl }) => {
  const ref = `refs/${params['ref']}`;
  const sha = await repository.store.ask(['rev-parse', '--verify', '--quiet', ref]);
  return sha ? { status: 200, body: refBody(ref, sha, apiUrl) } : refuse(404, 'Not Found');
};

const getCommit: RepositoryRoute = async ({ repository, params, apiUrl }) => {
  const sha = await repository.store.resolve(params['commit_sha'] ?? '', 'commit');
  if (!sha) return refuse(404, 'Not Found');
  return { status: 200, body: gitCommitBody(await readCommit(repository.store, sha), apiUrl) };
};

const getBlob: RepositoryRoute = async ({ repository, params, apiUrl }) => {
  const sha = await repository.store.resolve(params['file_sha'] ?? '', 'blob');
  if (!sha) return refuse(404, 'Not Found');
  const bytes = await repository.store.bytes(['cat-file', 'blob', sha]);
  // GitHub wraps the lines of encoded content.
  const content = bytes.toString('base64').replace(/.{1,60}/g, '$&\n');
  const url = `${apiUrl}/git/blobs/${sha}`;
  return { status: 200, body: { sha, url, size: bytes.length, content, encoding: 'base64' } };
};

const getComparison: RepositoryRoute = async ({ repository: { store }, params, query, apiUrl }) => {
  const [base = '', head = ''] = (params['basehead'] ?? '').split('...');
  const [from, to] = await Promise.all([store.resolve(base, 'commit'), store.resolve(head, 'commit')]);
  if (!from || !to) return refuse(404, 'Not Found');
  const shared = await store.ask(['merge-base', from, to]);
  if (!shared) return refuse(404, `No common ancestor between ${base} and ${head}.`);
  const counts = await store.run(['rev-list', '--left-right', '--count', `${from}...${to}`]);
  const [behind = 0, ahead = 0] = counts.split('\t').map(Number);
  const status = ahead && behind ? 'diverged' : ahead ? 'ahead' : behind ? 'behind' : 'identical';
  const { page, size } = pageOf(query, 250);
  const commits = await readCommits(store, ['--reverse', `${from}..${to}`]);
  return {
    status: 200,
    body: {
      status,
      ahead_by: ahead,
      behind_by: behind,
      total_commits: ahead,
      base_commit: commitBody(await readCommit(store, from), apiUrl),
      merge_base_commit: commitBody(await readCommit(store, shared), apiUrl),
      commits: commits.slice((page - 1) * size, page * size).map((commit) => commitBody(commit, apiUrl)),
    },
  };
};

const getCommits: RepositoryRoute = async ({ repository: { store }, query, apiUrl }) => {
  const tip = await store.resolve(query.get('sha') ?? 'main', 'commit');
  if (!tip) return refuse(404, 'Not Found');
  const path = query.get('path');
  const which = path ? [tip, '--', `:(literal)${path}`] : [tip];
  const { page, size } = pageOf(query, 30);
  const total = Number(await store.run(['rev-list', '--count', ...which]));
  const commits = await readCommits(store, [`--skip=${(page - 1) * size}`, `-n${size}`, ...which]);
  const link = linkHeader(`${apiUrl}/commits`, query, page, Math.ceil(total / size));
  return {
    status: 200,
    body: commits.map((commit) => commitBody(commit, apiUrl)),
    ...(link && { headers: { link } }),
  };
};

const pageOf = (query: URLSearchParams, usual: number) => ({
  page: Math.max(1, Number(query.get('page') ?? 1)),
  size: Math.min(Math.max(1, Number(query.get('per_page') ?? usual)), Math.max(100, usual)),
});

/** No header if everything is on one page, as on GitHub. */
function linkHeader(url: string, query: URLSearchParams, page: number, last: number): string | null {
  const to = (target: number, rel: string) => {
    const params = new URLSearchParams(query);
    params.set('page', String(target));
    return `<${url}?${params}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [to(page - 1, 'prev')] : []),
    ...(page < last ? [to(page + 1, 'next'), to(last, 'last')] : []),
    ...(page > 1 ? [to(1, 'first')] : []),
  ];
  return links.length > 0 ? links.join(', ') : null;
}

const getContents: RepositoryRoute = async ({ repository: { store }, params, query, apiUrl }) => {
  const path = params['path'] ?? '';
  const commit = await store.resolve(query.get('ref') ?? 'main', 'commit');
  if (!commit) return refuse(404, `No commit found for the ref ${query.get('ref')}`);
  const at = `${commit}:${path}`;
  const type = await store.ask(['cat-file', '-t', at]);
  const describe = (entry: TreeEntry) => contentBody(entry, apiUrl, commit);
  if (type === 'tree') {
    const entries = await listTree(store, at);
    const body = entries.map((entry) => describe({ ...entry, path: `${path}/${entry.path}` }));
    // GitHub returns a thousand at most, without mentioning the others.
    return { status: 200, body: body.slice(0, 1000) };
  }
  const [entry] = type ? await listFile(store, commit, path) : [];
  if (!entry) return refuse(404, 'Not Found');
  const bytes = await store.bytes(['cat-file', 'blob', entry.sha]);
  return { status: 200, body: { ...describe(entry), content: bytes.toString('base64'), encoding: 'base64' } };
};

const listFile = async (store: Parameters<typeof listTree>[0], commit: string, path: string) => {
  const cut = path.lastIndexOf('/');
  const entries = await listTree(store, cut === -1 ? commit : `${commit}:${path.slice(0, cut)}`);
  return entries.filter((entry) => entry.path === path.slice(cut + 1)).map((entry) => ({ ...entry, path }));
};

/** In a folder, GitHub calls a submodule a file, too; only its URL reveals it. */
function contentBody({ path, mode, type, sha, size }: TreeEntry, apiUrl: string, commit: string) {
  const url = `${apiUrl}/contents/${encodeURI(path)}?ref=${commit}`;
  const git = type === 'commit' ? null : `${apiUrl}/git/${type}s/${sha}`;
  return {
    type: type === 'tree' ? 'dir' : mode === '120000' ? 'symlink' : 'file',
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    sha,
    size: size ?? 0,
    url,
    git_url: git,
    html_url: null,
    download_url: null,
    _links: { self: url, git, html: null },
  };
}

export const readingRoutes: Record<string, RepositoryRoute> = {
  'GET /repos/{owner}/{repo}': getRepository,
  'GET /repos/{owner}/{repo}/git/ref/{ref}': getRef,
  'GET /repos/{owner}/{repo}/git/commits/{commit_sha}': getCommit,
  'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': getBlob,
  'GET /repos/{owner}/{repo}/compare/{basehead}': getComparison,
  'GET /repos/{owner}/{repo}/commits': getCommits,
  'GET /repos/{owner}/{repo}/contents/{path}': getContents,
};
