import type { FastifyRequest } from 'fastify';
import type { IfMatch } from '../../kernel/etag.ts';
import { safeName } from '../../kernel/safe-name.ts';

/** `If-Match`: entity tags or `*`. */
export function readIfMatch(request: FastifyRequest): IfMatch {
  const value = request.headers['if-match'];
  if (value === undefined) return null;
  return value.split(',').map((tag) => tag.trim());
}

/**
 * Whether `If-None-Match` names the response, so that the caller already has it. Weak tags count as strong
 * ones (contract: Repeating and overlapping writes 6).
 */
export function matchesIfNoneMatch(request: FastifyRequest, etag: string | undefined): boolean {
  const value = request.headers['if-none-match'];
  if (value === undefined || etag === undefined) return false;
  return value.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** Clients reject headers that are too long. */
const MAX_LENGTH = 1000;

const headerName = (name: string) => safeName(name).replace(/[^\w.-]/gu, (sign) => encodeURIComponent(sign));

/** The names of ignored fields, encoded for a header. */
export function ignoredHeader(names: readonly string[]): string {
  let header = '';
  for (const name of names) {
    const next = header ? `${header}, ${headerName(name)}` : headerName(name);
    if (next.length > MAX_LENGTH) return header ? `${header}, ...` : '...';
    header = next;
  }
  return header;
}
