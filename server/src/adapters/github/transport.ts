import { Octokit } from '@octokit/core';
import type { z } from 'zod';
import { deadlineSignal } from '../../kernel/deadline.ts';
import { message } from '../../kernel/messages/message.ts';
import { RepositoryError } from '../../kernel/repository.ts';
import { cleanMessage, GitHubApiError, githubUnavailable } from './github-error.ts';
import { isToken } from './names.ts';

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** GitHub supports each API version for two years after the next one. */
const API_VERSION = '2022-11-28';

const silent = () => {};
/** Passed with each call, because the client's own setting is ignored. */
const SILENT = { debug: silent, info: silent, warn: silent, error: silent };

export interface TransportOptions {
  apiUrl: string;
  userAgent: string;
  timeoutMs: number;
  fetch: typeof fetch;
}

export interface GitHubResponse<T> {
  data: T;
  headers: Record<string, unknown>;
}

type Request = Octokit['request'];

/** One call: the repository, the credential, and the schema of the part of the response that we read. */
interface GitHubCall<T> {
  /** `owner/name`, for messages. */
  repository: string;
  token: string;
  reads: z.ZodType<T>;
  make(request: Request): Promise<{ status: number; headers: object; data: unknown }>;
}

/**
 * Calls to GitHub, each attempted once and limited in time and size. Octokit's errors contain the request
 * with its headers, so they are not passed on, not even as a cause.
 */
export class Transport {
  readonly #octokit: Octokit;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#octokit = new Octokit({ baseUrl: options.apiUrl });
  }

  async send<T>({ repository, token, reads, make }: GitHubCall<T>): Promise<GitHubResponse<T>> {
    if (!isToken(token)) throw new RepositoryError('refused', message('not_a_github_token'));
    const { userAgent, timeoutMs, fetch } = this.#options;
    const { signal, clear } = deadlineSignal(timeoutMs);
    const request = this.#octokit.request.defaults({
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': userAgent,
        'x-github-api-version': API_VERSION,
      },
      // Never follows a redirect to another address: the operator has not agreed to calls elsewhere.
      request: { fetch: withResponseSizeLimit(fetch), signal, redirect: 'manual', log: SILENT },
    });
    const { status, headers, data } = await make(request as Request)
      .catch((error: unknown) => {
        const answered = answerIn(error);
        if (answered) return answered;
        if (signal.aborted) throw githubUnavailable(message('github_timeout', { seconds: timeoutMs / 1000 }));
        throw githubUnavailable(message('github_unreachable'));
      })
      .finally(clear);
    const named = { ...headers };
    if (status >= 300)
      throw new GitHubApiError(
        { status, headers: named, providerMessage: cleanMessage(data, token) },
        repository,
      );
    const read = reads.safeParse(data);
    if (!read.success) throw githubUnavailable(message('github_unreadable'));
    return { data: read.data, headers: named };
  }
}

/** The response inside the error that Octokit throws for a failed call. */
function answerIn(error: unknown): { status: number; headers: object; data: unknown } | null {
  const response = error instanceof Error && 'response' in error ? error.response : null;
  return typeof response === 'object' && response !== null && 'status' in response
    ? (response as { status: number; headers: object; data: unknown })
    : null;
}

/** Reads the whole response while the call can still be aborted, up to a size limit. */
const withResponseSizeLimit =
  (inner: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await inner(input, init);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) throw new Error('too large');
      chunks.push(chunk);
    }
    const { status, headers } = answer;
    return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers });
  };
