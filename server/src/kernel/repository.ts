import { type Message, textOf } from './messages/message.ts';

/**
 * A hosted code repository as we use it: one folder becomes exactly these files, in one commit, on top of the branch.
 * Adapters in `adapters/` implement it.
 */
export interface RepositoryLocation {
  owner: string;
  repository: string;
  branch: string;
}

/** Our credential: a token that a person pasted, or an installation of the operator's own app. */
export type RepositoryAccess =
  | { kind: 'token'; token: string }
  | { kind: 'installation'; installationId: number };

export type RepositoryErrorKind =
  /** The token is invalid or lacks permission: a person has to act. */
  | 'refused'
  /** We cannot see such a repository or branch: a person has to act. */
  | 'missing'
  /** We have sent too many requests; `retryAfterMs` is how long to wait. */
  | 'busy'
  /** No usable response; a temporary problem. */
  | 'away';

/** Its message is shown to people and contains no part of the credential. */
export class RepositoryError extends Error {
  readonly kind: RepositoryErrorKind;
  readonly said: Message;
  readonly retryAfterMs: number | null;

  constructor(kind: RepositoryErrorKind, said: Message, retryAfterMs: number | null = null) {
    super(textOf(said));
    this.name = 'RepositoryError';
    this.said = said;
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** `path` is relative to the requested folder, with `/` between its segments. */
export interface RepositoryFile {
  path: string;
  content: string;
}

export interface NewCommit {
  /** The commit that it is based on. */
  parent: string;
  /** The path from the repository root. */
  folder: string;
  /** All files of the folder after the commit; if empty, the folder is removed. */
  files: readonly RepositoryFile[];
  message: string;
  author: { name: string; email: string; at: Date };
}

export interface CommitRead {
  sha: string;
  message: string;
  /** Name of its author. */
  author: string;
  committedAt: Date;
  /** The URL for people. */
  url: string;
}

export interface ReadLimits {
  /** Whether a file is wanted; others are skipped. */
  wanted(path: string): boolean;
  maxFiles: number;
  /** The size limit of one file. */
  maxBytes: number;
}

/** Every method rejects only with `RepositoryError`. */
export interface CodeRepository {
  /** The commit at the tip of the branch. */
  head(): Promise<string>;
  /** Creates a commit that is on no branch yet, and returns its SHA. */
  commit(commit: NewCommit): Promise<string>;
  /**
   * Moves the branch to a commit based on its head; `false` if the branch has moved in the meantime. Never
   * forces.
   */
  advance(sha: string): Promise<boolean>;
  /** Whether `sha` is `head` or one of the commits before it. */
  holds(head: string, sha: string): Promise<boolean>;
  /** Commits of the branch that changed the folder, newest first, 20 a page; pages count from 1. */
  history(folder: string, page: number): Promise<{ items: CommitRead[]; hasMore: boolean }>;
  /**
   * The one commit of the branch that changed the folder and whose SHA begins with `beginning`, among the
   * newest thousand; `null` if there is none or more than one.
   */
  findSha(folder: string, beginning: string): Promise<string | null>;
  /** A commit of any branch, if it changed the folder; otherwise, or if it is unknown, `null`. */
  commitOf(folder: string, sha: string): Promise<CommitRead | null>;
  /**
   * The wanted files of the folder and its subfolders at a commit; `content` is `null` if a file is larger
   * than `maxBytes` or is not UTF-8, and has no byte order mark. Links and submodules do not count as files.
   * `null` if the commit has no such folder; `too_many` if there are more than `maxFiles` files or folders.
   */
  filesAt(
    folder: string,
    sha: string,
    limits: ReadLimits,
  ): Promise<{ path: string; content: string | null }[] | 'too_many' | null>;
}

export interface RepositoryHost {
  /**
   * Proves that we can read and write there, and returns the location with its branch, by default the
   * repository's default branch. Rejects an empty repository, because a commit needs a parent.
   */
  connect(
    at: { owner: string; repository: string; branch?: string },
    access: RepositoryAccess,
  ): Promise<RepositoryLocation>;
  open(place: RepositoryLocation, access: RepositoryAccess): CodeRepository;
}
