import { z } from 'zod';
import type { RepositoryAccess, RepositoryHost, RepositoryLocation } from '../../kernel/repository.ts';
import { GitHubRepository } from './github-repository.ts';
import { type GitHubApp, InstallationTokens } from './installation-tokens.ts';
import { RepositoryApi } from './repository-api.ts';
import { Transport } from './transport.ts';

const TIMEOUT_MS = 15_000;

export interface GitHubOptions {
  /** `https://api.github.com`, or the address of a GitHub Enterprise Server. */
  apiUrl: string;
  app: GitHubApp | null;
  /** The time limit of one call with its response. */
  timeoutMs?: number;
  userAgent?: string;
  fetch?: typeof fetch;
}

const repositoryRead = z.object({ default_branch: z.string() });
const blobMade = z.object({ sha: z.string() });

/** Implements the port for code repositories with GitHub. Does not retry: callers decide when to retry. */
export function createGitHubHost(options: GitHubOptions): RepositoryHost {
  const { apiUrl, app, timeoutMs = TIMEOUT_MS, userAgent = 'outstep', fetch = globalThis.fetch } = options;
  const transport = new Transport({ apiUrl, userAgent, timeoutMs, fetch });
  const installations = app && new InstallationTokens(app, transport);
  const apiOf = (at: { owner: string; repository: string }, access: RepositoryAccess) =>
    new RepositoryApi(at, access, transport, installations);

  return {
    open: (place, access) => new GitHubRepository(apiOf(place, access), place.branch),

    async connect({ owner, repository, branch }, access): Promise<RepositoryLocation> {
      const api = apiOf({ owner, repository }, access);
      const { data } = await api.ask(repositoryRead, (request) =>
        request('GET /repos/{owner}/{repo}', api.at),
      );
      const place = { owner, repository, branch: branch ?? data.default_branch };
      await new GitHubRepository(api, place.branch).head();
      // A blob that no branch refers to is not visible, but only callers with write access can create one.
      const proof = { content: 'May we write here?\n', encoding: 'utf-8' };
      await api.write(blobMade, (request) =>
        request('POST /repos/{owner}/{repo}/git/blobs', { ...api.at, ...proof }),
      );
      return place;
    },
  };
}
