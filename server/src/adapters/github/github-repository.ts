import { z } from 'zod';
import { message } from '../../kernel/messages/message.ts';
import {
  type CodeRepository,
  type CommitRead,
  type NewCommit,
  type ReadLimits,
  RepositoryError,
} from '../../kernel/repository.ts';
import { GitHubApiError } from './github-error.ts';
import { isBranch, isPath, isSha } from './names.ts';
import { readFiles } from './read-files.ts';
import type { RepositoryApi } from './repository-api.ts';
import { writeCommit } from './write-commit.ts';

const PAGE_SIZE = 20;
/** The largest page that GitHub returns. */
const LONG_PAGE = 100;
const LONG_PAGES = 10;

const refRead = z.object({ object: z.object({ sha: z.string().refine(isSha) }) });
const comparison = z.object({ status: z.enum(['ahead', 'behind', 'identical', 'diverged']) });
const commits = z.array(
  z
    .object({
      sha: z.string(),
      html_url: z.url({ protocol: /^https?$/ }),
      commit: z.object({
        message: z.string(),
        author: z.object({ name: z.string().optional() }).nullable(),
        committer: z.object({ date: z.string().pipe(z.coerce.date()) }),
      }),
    })
    .transform(({ sha, html_url: url, commit: { message, author, committer } }) => ({
      sha,
      message,
      author: author?.name ?? '',
      committedAt: committer.date,
      url,
    })),
);

export class GitHubRepository implements CodeRepository {
  readonly #api: RepositoryApi;
  readonly #branch: string;

  constructor(api: RepositoryApi, branch: string) {
    this.#api = api;
    this.#branch = branch;
  }

  async head(): Promise<string> {
    const { data } = await this.#onBranch(() =>
      this.#api.ask(refRead, (request) =>
        request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...this.#api.at, ref: `heads/${this.#branch}` }),
      ),
    );
    return data.object.sha;
  }

  async commit(commit: NewCommit): Promise<string> {
    return await writeCommit(this.#api, commit);
  }

  async advance(sha: string): Promise<boolean> {
    try {
      await this.#onBranch(() =>
        this.#api.ask(refRead, (request) =>
          request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', {
            ...this.#api.at,
            ref: `heads/${this.#branch}`,
            sha,
            force: false,
          }),
        ),
      );
      return true;
    } catch (error) {
      if (!(error instanceof GitHubApiError)) throw error;
      const hasMoved =
        (error.status === 422 && /fast[ -]?forward/i.test(error.answer)) ||
        (error.status === 409 && error.kind !== 'missing');
      if (hasMoved) return false;
      throw error.status === 422 && /reference does not exist/i.test(error.answer) ? this.#noBranch() : error;
    }
  }

  async holds(head: string, sha: string): Promise<boolean> {
    if (!isSha(head) || !isSha(sha)) return false;
    // Page 2: only the first page carries the list of changed files, which may be long.
    const basehead = `${sha}...${head}`;
    const found = await this.#api.find(comparison, (request) =>
      request('GET /repos/{owner}/{repo}/compare/{basehead}', {
        ...this.#api.at,
        basehead,
        per_page: 1,
        page: 2,
      }),
    );
    return found?.data.status === 'ahead' || found?.data.status === 'identical';
  }

  history(folder: string, page: number): Promise<{ items: CommitRead[]; hasMore: boolean }> {
    return this.#history(folder, page, PAGE_SIZE);
  }

  async findSha(folder: string, beginning: string): Promise<string | null> {
    const wanted = beginning.toLowerCase();
    const found: string[] = [];
    for (let page = 1; page <= LONG_PAGES; page++) {
      const { items, hasMore } = await this.#history(folder, page, LONG_PAGE);
      found.push(...items.map(({ sha }) => sha).filter((sha) => sha.startsWith(wanted)));
      if (!hasMore || found.length > 1) break;
    }
    return found.length === 1 ? (found[0] as string) : null;
  }

  async #history(folder: string, page: number, size: number) {
    if (!isPath(folder)) return { items: [], hasMore: false };
    const { data, headers } = await this.#onBranch(() =>
      this.#api.ask(commits, (request) =>
        request('GET /repos/{owner}/{repo}/commits', {
          ...this.#api.at,
          sha: this.#branch,
          path: folder,
          per_page: size,
          page,
        }),
      ),
    );
    return { items: data, hasMore: /<[^<>]*>;[^,]*\brel="next"/.test(String(headers['link'] ?? '')) };
  }

  async commitOf(folder: string, sha: string): Promise<CommitRead | null> {
    if (!isSha(sha) || !isPath(folder)) return null;
    const found = await this.#api.find(commits, (request) =>
      request('GET /repos/{owner}/{repo}/commits', { ...this.#api.at, sha, path: folder, per_page: 1 }),
    );
    const [newest] = found?.data ?? [];
    return newest?.sha === sha.toLowerCase() ? newest : null;
  }

  async filesAt(folder: string, sha: string, limits: ReadLimits) {
    return isSha(sha) && isPath(folder) ? await readFiles(this.#api, folder, sha, limits) : null;
  }

  async #onBranch<T>(work: () => Promise<T>): Promise<T> {
    if (!isBranch(this.#branch)) throw this.#noBranch();
    return await work().catch((error: unknown) => {
      throw error instanceof GitHubApiError && error.status === 404 ? this.#noBranch() : error;
    });
  }

  #noBranch(): RepositoryError {
    const { name } = this.#api;
    return new RepositoryError(
      'missing',
      message('branch_missing', { branch: this.#branch, repository: name }),
    );
  }
}
