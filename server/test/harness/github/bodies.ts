import type { Commit } from './commits.ts';

/** Parts that several responses share. `apiUrl` is the URL of the repository. */
export const refBody = (ref: string, sha: string, apiUrl: string) => ({
  ref,
  url: `${apiUrl}/git/${encodeURI(ref)}`,
  object: { type: 'commit', sha, url: `${apiUrl}/git/commits/${sha}` },
});

const unsigned = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

const parentsOf = (commit: Commit, apiUrl: string) =>
  commit.parents.map((sha) => ({ sha, url: `${apiUrl}/commits/${sha}`, html_url: webUrl(apiUrl, sha) }));

/** The page where a person would view it. */
const webUrl = (apiUrl: string, sha: string) =>
  `https://github.test/${apiUrl.split('/').slice(-2).join('/')}/commit/${sha}`;

export const gitCommitBody = (commit: Commit, apiUrl: string) => ({
  sha: commit.sha,
  url: `${apiUrl}/git/commits/${commit.sha}`,
  html_url: webUrl(apiUrl, commit.sha),
  author: commit.author,
  committer: commit.committer,
  message: commit.message,
  tree: { sha: commit.tree, url: `${apiUrl}/git/trees/${commit.tree}` },
  parents: parentsOf(commit, apiUrl),
  verification: unsigned,
});

/** A commit as in lists and comparisons. */
export const commitBody = (commit: Commit, apiUrl: string) => ({
  sha: commit.sha,
  url: `${apiUrl}/commits/${commit.sha}`,
  html_url: webUrl(apiUrl, commit.sha),
  comments_url: `${apiUrl}/commits/${commit.sha}/comments`,
  commit: {
    url: `${apiUrl}/git/commits/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    comment_count: 0,
    tree: { sha: commit.tree, url: `${apiUrl}/git/trees/${commit.tree}` },
    verification: unsigned,
  },
  author: null,
  committer: null,
  parents: parentsOf(commit, apiUrl),
});
