import type { Git } from './git.ts';

export interface Commit {
  sha: string;
  tree: string;
  parents: string[];
  author: { name: string; email: string; date: string };
  committer: { name: string; email: string; date: string };
  message: string;
}

const FORMAT = ['%H', '%T', '%P', '%an', '%ae', '%at', '%cn', '%ce', '%ct', '%B'].join('%x1f');

/** The commits that `git log` prints for these arguments. */
export async function readCommits(git: Git, args: readonly string[]): Promise<Commit[]> {
  const printed = await git.run(['log', '-z', `--format=${FORMAT}`, ...args]);
  return printed.split('\0').filter(Boolean).map(parse);
}

export async function readCommit(git: Git, sha: string): Promise<Commit> {
  const [commit] = await readCommits(git, ['-1', sha]);
  if (!commit) throw new Error(`no commit ${sha}`);
  return commit;
}

function parse(line: string): Commit {
  const [
    sha = '',
    tree = '',
    parents = '',
    an = '',
    ae = '',
    at = '',
    cn = '',
    ce = '',
    ct = '',
    message = '',
  ] = line.split('\x1f');
  return {
    sha,
    tree,
    parents: parents.split(' ').filter(Boolean),
    author: { name: an, email: ae, date: dateOf(at) },
    committer: { name: cn, email: ce, date: dateOf(ct) },
    message: message.replace(/\n$/, ''),
  };
}

const dateOf = (seconds: string) => `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`;
