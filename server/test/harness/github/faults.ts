import type { ServerResponse } from 'node:http';
import { errorBody } from './refusal.ts';

interface FaultResponse {
  status: number;
  message: string;
  headers?: () => Record<string, string>;
}

const SECONDARY = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
const PRIMARY = 'API rate limit exceeded for user ID 1.';

const spent = () => ({
  'x-ratelimit-limit': '5000',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 90),
});

/** Errors that GitHub returns instead of doing the work. */
const REFUSALS = {
  server_error: { status: 500, message: 'Server Error' },
  unavailable: { status: 503, message: 'No server is currently available to service your request.' },
  bad_credentials: { status: 401, message: 'Bad credentials' },
  forbidden: { status: 403, message: 'Resource not accessible by personal access token' },
  primary_limit: { status: 403, message: PRIMARY, headers: spent },
  primary_limit_429: { status: 429, message: PRIMARY, headers: spent },
  secondary_limit: { status: 403, message: SECONDARY, headers: () => ({ 'retry-after': '45' }) },
  secondary_limit_without_time: { status: 403, message: SECONDARY },
  archived: { status: 403, message: 'Repository was archived so is read-only.' },
  not_found: { status: 404, message: 'Not Found' },
  empty: { status: 409, message: 'Git Repository is empty.' },
  rule_violation: {
    status: 422,
    message: 'Repository rule violations found\n\nChanges must be made through a pull request.\n\n',
  },
} satisfies Record<string, FaultResponse>;

/** Faults in transit. */
const FAULT_KINDS = [
  /** The connection breaks before anything was done. */
  'dropped',
  /** The work is done, and the connection breaks before the response. */
  'dropped_after',
  /** Responds normally after `slowMs`. */
  'slow',
  /** A proxy's error page instead of a response. */
  'bad_gateway',
  /** The same, with a success status. */
  'garbled',
  /** A response that never ends. */
  'endless',
  /** A response that arrives byte by byte. */
  'trickling',
  /** The response of a renamed repository. */
  'moved',
] as const;

export type FaultKind = keyof typeof REFUSALS | (typeof FAULT_KINDS)[number];

export interface FaultShare {
  /** The share of all calls, from 0 to 1. */
  share: number;
  kinds: readonly FaultKind[];
  /** Only calls that match; tested against `PATCH /repos/{owner}/{repo}/git/refs/{ref}` and the like. */
  only?: RegExp;
  slowMs?: number;
}

/** Which calls fail depends only on the seed. */
export class FaultPlan {
  failing: FaultShare | null = null;
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  next(route: string): FaultKind | null {
    const { failing } = this;
    if (!failing || failing.only?.test(route) === false) return null;
    if (this.#random() >= failing.share) return null;
    return failing.kinds[Math.floor(this.#random() * failing.kinds.length)] ?? null;
  }

  /** xorshift */
  #random(): number {
    for (const [left, bits] of [
      [true, 13],
      [false, 17],
      [true, 5],
    ] as const)
      this.#state = (this.#state ^ (left ? this.#state << bits : this.#state >>> bits)) >>> 0;
    return this.#state / 2 ** 32;
  }
}

/** Responds in GitHub's place; `false` for faults that leave the response to GitHub. */
export function failInstead(kind: FaultKind, response: ServerResponse): boolean {
  if (kind in REFUSALS) {
    const { status, message, headers }: FaultResponse = REFUSALS[kind as keyof typeof REFUSALS];
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers?.() });
    response.end(JSON.stringify(errorBody(status, message)));
    return true;
  }
  if (kind === 'dropped') response.destroy();
  else if (kind === 'bad_gateway' || kind === 'garbled') {
    response.writeHead(kind === 'garbled' ? 200 : 502, { 'content-type': 'text/html' });
    response.end('<html><body>Unicorn!</body></html>');
  } else if (kind === 'endless') sendEndlessly(response);
  else if (kind === 'trickling') trickle(response);
  else if (kind === 'moved') {
    const location = 'https://github.test/repositories/1';
    response.writeHead(301, { 'content-type': 'application/json', location });
    response.end(JSON.stringify({ ...errorBody(301, 'Moved Permanently'), url: location }));
  } else return false;
  return true;
}

function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(more));
}

function sendEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = Buffer.alloc(65_536, ' ');
  const push = () => {
    while (!response.destroyed && response.write(more));
    if (!response.destroyed) response.once('drain', push);
  };
  push();
}
