import { z } from 'zod';
import { message } from '../../kernel/messages/message.ts';
import { type RepositoryAccess, RepositoryError } from '../../kernel/repository.ts';
import { GitHubApiError, githubUnavailable, repositoryNotWritable } from './github-error.ts';
import type { InstallationTokens } from './installation-tokens.ts';
import { isOwner, isRepository } from './names.ts';
import type { GitHubResponse, Transport } from './transport.ts';

type MakeRequest = Parameters<Transport['send']>[0]['make'];

const anything = z.unknown();

/** Calls to one repository, with our credential for it. */
export class RepositoryApi {
  /** The repository as named in GitHub's paths. */
  readonly at: { owner: string; repo: string };
  /** The name used in messages. */
  readonly name: string;
  readonly #access: RepositoryAccess;
  readonly #transport: Transport;
  readonly #installations: InstallationTokens | null;

  constructor(
    at: { owner: string; repository: string },
    access: RepositoryAccess,
    transport: Transport,
    installations: InstallationTokens | null,
  ) {
    this.at = { owner: at.owner, repo: at.repository };
    this.name = `${at.owner}/${at.repository}`;
    this.#access = access;
    this.#transport = transport;
    this.#installations = installations;
  }

  async ask<T>(reads: z.ZodType<T>, make: MakeRequest): Promise<GitHubResponse<T>> {
    const { owner, repo } = this.at;
    if (!isOwner(owner) || !isRepository(repo))
      throw new RepositoryError('missing', message('repository_name_invalid'));
    const access = this.#access;
    if (access.kind === 'token')
      return await this.#transport.send({ repository: this.name, token: access.token, reads, make });
    if (!this.#installations) throw new RepositoryError('refused', message('no_github_app'));
    const installed = { installationId: access.installationId, owner, repository: repo };
    const token = await this.#installations.tokenFor(installed);
    try {
      return await this.#transport.send({ repository: this.name, token, reads, make });
    } catch (error) {
      if (!(error instanceof GitHubApiError && error.status === 401)) throw error;
      // The token of an installation: the next call gets a new one, and fails if the app itself is rejected.
      this.#installations.forget(installed);
      throw githubUnavailable(message('github_refused_app_token'));
    }
  }

  /** GitHub returns 404 to some users who may read but not write. */
  async write<T>(reads: z.ZodType<T>, make: MakeRequest): Promise<T> {
    try {
      return (await this.ask(reads, make)).data;
    } catch (error) {
      throw error instanceof GitHubApiError && error.status === 404
        ? repositoryNotWritable(this.name)
        : error;
    }
  }

  /** The response, or `null` if the repository exists but the requested object does not. */
  async find<T>(reads: z.ZodType<T>, make: MakeRequest): Promise<GitHubResponse<T> | null> {
    try {
      return await this.ask(reads, make);
    } catch (error) {
      if (!(error instanceof GitHubApiError && (error.status === 404 || error.status === 422))) throw error;
      await this.ask(anything, (request) => request('GET /repos/{owner}/{repo}', this.at));
      return null;
    }
  }
}
