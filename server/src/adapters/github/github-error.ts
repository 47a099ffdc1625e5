import { RepositoryError, type RepositoryErrorKind } from '../../kernel/repository.ts';

const LONGEST_SAYING = 200;
/** GitHub's advice for limits without a time. */
const USUAL_PAUSE_MS = 60_000;
/** GitHub's longest limit; a wrong clock must not stop us for a day. */
const LONGEST_PAUSE_MS = 3_600_000;

export interface Reply {
  status: number;
  headers: Record<string, unknown>;
  /** GitHub's own message. */
  said: string;
}

/**
 * GitHub refused a call. Callers see it like any other trouble; it keeps the status for the few calls where a refusal
 * has a meaning of its own.
 */
export class Refused extends RepositoryError {
  readonly status: number;
  readonly said: string;

  constructor(reply: Reply, repository: string) {
    const { kind, message, retryAfterMs = null } = read(reply, repository);
    super(kind, message, retryAfterMs);
    this.status = reply.status;
    this.said = reply.said;
  }
}

export const away = (message: string) => new RepositoryError('away', message);

export const mayNotWrite = (repository: string) =>
  new RepositoryError('refused', `the token may not write to ${repository}: it needs ${PERMISSION}`);

const PERMISSION = 'the permission "Contents: read and write"';

interface Reading {
  kind: RepositoryErrorKind;
  message: string;
  retryAfterMs?: number;
}

function read({ status, headers, said }: Reply, repository: string): Reading {
  if (status === 429 || (status === 403 && isLimit(headers, said)))
    return { kind: 'busy', message: 'GitHub asks us to wait', retryAfterMs: pauseOf(headers) };
  if (status === 401) return { kind: 'refused', message: 'GitHub refused the token' };
  if (status === 403 && /not accessible by/i.test(said))
    return { kind: 'refused', message: `the token may not do that in ${repository}: it needs ${PERMISSION}` };
  if (status === 404)
    return {
      kind: 'missing',
      message: `${repository} cannot be found: it is not there, or the token may not see it`,
    };
  if (status === 409 && /empty/i.test(said))
    return { kind: 'missing', message: `${repository} is empty: it needs a first commit` };
  if (status >= 300 && status < 400)
    return { kind: 'missing', message: `${repository} has been renamed or moved: connect it again` };
  if (status >= 500 || status === 408 || status === 409)
    return { kind: 'away', message: `GitHub answered ${status}` };
  return { kind: 'refused', message: `GitHub refused: ${said || status}` };
}

const isLimit = (headers: Record<string, unknown>, said: string) =>
  headers['retry-after'] !== undefined ||
  headers['x-ratelimit-remaining'] === '0' ||
  /rate limit|abuse detection/i.test(said);

function pauseOf(headers: Record<string, unknown>): number {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  const reset = headers['x-ratelimit-remaining'] === '0' ? Number(headers['x-ratelimit-reset']) : Number.NaN;
  const pause = Number.isFinite(seconds) ? seconds * 1000 : reset * 1000 - Date.now();
  return Number.isFinite(pause) ? Math.min(Math.max(pause, 1000), LONGEST_PAUSE_MS) : USUAL_PAUSE_MS;
}

/** GitHub's message as one short line, with the secret removed. */
export function cleanMessage(data: unknown, secret: string): string {
  const said = typeof data === 'object' && data !== null && 'message' in data ? data.message : '';
  return String(said)
    .replaceAll(secret, '***')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SAYING)
    .toWellFormed();
}
