import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Git } from './git.ts';
import { changeTree } from './tree.ts';

export interface NewRepository {
  owner: string;
  name: string;
  /** Without any commit, as GitHub creates them without a README. */
  empty?: boolean;
}

export interface UserCommit {
  branch?: string;
  /** `null` removes the file; all others are unchanged. */
  files: Record<string, string | null>;
  message: string;
  author?: string;
}

export interface StoredRepository {
  owner: string;
  name: string;
  gitDir: string;
  store: Git;
  git(args: readonly string[]): Promise<string>;
  /**
   * A person's own commit, bypassing the API; creates the branch from `main` if there is none. Returns its
   * SHA.
   */
  commitAsPerson(commit: UserCommit): Promise<string>;
}

/** Bare repositories in a separate folder, by owner and name. */
export class Repositories {
  readonly #held = new Map<string, StoredRepository>();
  readonly #folders: string[] = [];

  async create({ owner, name, empty = false }: NewRepository): Promise<StoredRepository> {
    const gitDir = await mkdtemp(join(tmpdir(), 'outstep-github-'));
    this.#folders.push(gitDir);
    const store = new Git(gitDir);
    await store.run(['init', '--quiet', '--bare', '--initial-branch=main']);
    const repository: StoredRepository = {
      owner,
      name,
      gitDir,
      store,
      git: (args) => store.run(args),
      commitAsPerson: (commit) => commitAsPerson(store, commit),
    };
    if (!empty) await repository.commitAsPerson({ files: { 'README.md': `# ${name}\n` }, message: 'Begin' });
    this.#held.set(keyOf(owner, name), repository);
    return repository;
  }

  find(owner: string, name: string): StoredRepository | null {
    return this.#held.get(keyOf(owner, name)) ?? null;
  }

  /** As if its owner had deleted it. */
  forget(owner: string, name: string): void {
    this.#held.delete(keyOf(owner, name));
  }

  async close(): Promise<void> {
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }
}

/** GitHub compares them case-insensitively. */
export const keyOf = (owner: string, name: string) => `${owner}/${name}`.toLowerCase();

async function commitAsPerson(
  git: Git,
  { branch = 'main', files, message, author = 'Petra Person' }: UserCommit,
): Promise<string> {
  const old = await git.head(branch);
  const parent = old ?? (await git.head('main'));
  const changes = Object.entries(files).map(([path, content]) => ({
    path,
    mode: '100644',
    type: 'blob',
    ...(content === null ? { sha: null } : { content }),
  }));
  const tree = await changeTree(git, parent, changes);
  const sha = await writeCommit(git, {
    tree: tree ?? (await git.run(['mktree'])),
    parents: parent ? [parent] : [],
    message,
    author: { name: author, email: 'petra@shop.test' },
  });
  await git.run(['update-ref', `refs/heads/${branch}`, sha, old ?? '']);
  return sha;
}

interface CommitPerson {
  name: string;
  email: string;
  date?: string;
}

export interface CommitToWrite {
  tree: string;
  parents: readonly string[];
  message: string;
  author: CommitPerson;
  committer?: CommitPerson;
}

export async function writeCommit(git: Git, commit: CommitToWrite): Promise<string> {
  const { tree, parents, message, author, committer = author } = commit;
  const now = new Date().toISOString();
  return await git.run(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])], {
    input: message,
    env: {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: author.date ?? now,
      GIT_COMMITTER_NAME: committer.name,
      GIT_COMMITTER_EMAIL: committer.email,
      GIT_COMMITTER_DATE: committer.date ?? now,
    },
  });
}
