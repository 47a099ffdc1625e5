import { type Message, message } from '../../kernel/messages/message.ts';
import { RepositoryError, type RepositoryErrorKind } from '../../kernel/repository.ts';

const MAX_MESSAGE_LENGTH = 200;
/** GitHub's advice for limits without a time. */
const USUAL_PAUSE_MS = 60_000;
/** GitHub's longest limit; a wrong clock must not stop us for a day. */
const LONGEST_PAUSE_MS = 3_600_000;

export interface GitHubReply {
  status: number;
  headers: Record<string, unknown>;
  /** GitHub's own message. */
  providerMessage: string;
}

/**
 * GitHub rejected a call. Callers handle it like any other error; it keeps the status for the few calls where
 * a rejection has a special meaning.
 */
export class GitHubApiError extends RepositoryError {
  readonly status: number;
  /** GitHub's message. */
  readonly answer: string;

  constructor(reply: GitHubReply, repository: string) {
    const { kind, why, retryAfterMs = null } = read(reply, repository);
    super(kind, why, retryAfterMs);
    this.status = reply.status;
    this.answer = reply.providerMessage;
  }
}

export const githubUnavailable = (why: Message) => new RepositoryError('away', why);

export const repositoryNotWritable = (repository: string) =>
  new RepositoryError('refused', message('repository_not_writable', { repository, permission: PERMISSION }));

const PERMISSION = message('permission_contents');

interface ErrorInterpretation {
  kind: RepositoryErrorKind;
  why: Message;
  retryAfterMs?: number;
}

function read({ status, headers, providerMessage }: GitHubReply, repository: string): ErrorInterpretation {
  if (status === 429 || (status === 403 && isLimit(headers, providerMessage)))
    return { kind: 'busy', why: message('github_asks_to_wait'), retryAfterMs: pauseOf(headers) };
  if (status === 401) return { kind: 'refused', why: message('github_refused_token') };
  if (status === 403 && /not accessible by/i.test(providerMessage))
    return {
      kind: 'refused',
      why: message('repository_forbidden', { repository, permission: PERMISSION }),
    };
  if (status === 404)
    return {
      kind: 'missing',
      why: message('repository_missing', { repository }),
    };
  if (status === 409 && /empty/i.test(providerMessage))
    return { kind: 'missing', why: message('repository_empty', { repository }) };
  if (status >= 300 && status < 400)
    return { kind: 'missing', why: message('repository_moved', { repository }) };
  if (status >= 500 || status === 408 || status === 409)
    return { kind: 'away', why: message('github_answered', { status }) };
  return { kind: 'refused', why: message('github_refused', { answer: providerMessage || status }) };
}

const isLimit = (headers: Record<string, unknown>, providerMessage: string) =>
  headers['retry-after'] !== undefined ||
  headers['x-ratelimit-remaining'] === '0' ||
  /rate limit|abuse detection/i.test(providerMessage);

function pauseOf(headers: Record<string, unknown>): number {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  const reset = headers['x-ratelimit-remaining'] === '0' ? Number(headers['x-ratelimit-reset']) : Number.NaN;
  const pause = Number.isFinite(seconds) ? seconds * 1000 : reset * 1000 - Date.now();
  return Number.isFinite(pause) ? Math.min(Math.max(pause, 1000), LONGEST_PAUSE_MS) : USUAL_PAUSE_MS;
}

/** GitHub's message as one short line, with the secret removed. */
export function cleanMessage(data: unknown, secret: string): string {
  const providerMessage = typeof data === 'object' && data !== null && 'message' in data ? data.message : '';
  return String(providerMessage)
    .replaceAll(secret, '***')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH)
    .toWellFormed();
}
