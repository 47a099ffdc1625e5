import { isUtf8 } from 'node:buffer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationError } from '../../kernel/error.ts';
import { jsonLimitError } from '../../kernel/json-bounds.ts';
import { message } from '../../kernel/messages/message.ts';

export const MAX_BODY_BYTES = 2 * 1024 * 1024;

const MEGABYTE = 1024 * 1024;

export const tooLarge = (maxBytes = MAX_BODY_BYTES) =>
  new OperationError('too_large', message('body_too_large', { size: Math.floor(maxBytes / MEGABYTE) }));

const notJson = () => new OperationError('invalid', message('body_not_json'));

/** Bodies are read as JSON whatever their Content-Type, even one that Fastify cannot parse. */
export function anyContentType(request: FastifyRequest, _reply: FastifyReply, done: () => void) {
  if (request.raw.headers['content-type'] !== undefined)
    request.raw.headers['content-type'] = 'application/json';
  done();
}

/**
 * Rejects compressed bodies before reading a byte: this way no code has to limit their unpacked size, and
 * platforms sign the body as it is sent (contract: Every answer 14).
 */
export function refuseCompressed(
  request: FastifyRequest,
  _reply: FastifyReply,
  _payload: unknown,
  done: (error?: Error) => void,
) {
  const {
    'content-encoding': encoding = '',
    'content-length': length = '0',
    'transfer-encoding': transfer,
  } = request.raw.headers;
  // The body of a GET is not read.
  const isRead = request.method !== 'GET' && request.method !== 'HEAD';
  const isPlain = encoding === '' || encoding.toLowerCase() === 'identity';
  const isEmpty = Number(length) === 0 && transfer === undefined;
  done(
    !isRead || isPlain || isEmpty
      ? undefined
      : new OperationError('unsupported_media_type', message('body_compressed')),
  );
}

/** 413 takes precedence over parsing the body (contract: Every answer 5). */
function requireBounded(raw: Buffer) {
  const excess = jsonLimitError(raw);
  if (excess !== null) throw new OperationError('too_large', message('body_problem', { reason: excess }));
}

/**
 * The JSON of a body, whatever its Content-Type; `undefined` if nothing was sent (contract: Every answer 4).
 */
export function parseJson(raw: Buffer | undefined): unknown {
  if (!raw || raw.length === 0) return undefined;
  requireBounded(raw);
  return parseBounded(raw);
}

function parseBounded(raw: Buffer): unknown {
  if (!isUtf8(raw)) throw notJson();
  const text = raw.toString('utf8');
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

/** The fields of a JSON object; none without a body (contract: Fields 8). */
export const parseMembers = (raw: Buffer | undefined) => membersOf(parseJson(raw));

function membersOf(value: unknown): Record<string, unknown> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new OperationError('invalid', message('body_not_object'));
  }
  return value as Record<string, unknown>;
}
