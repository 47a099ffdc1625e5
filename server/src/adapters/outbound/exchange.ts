import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import { message } from '../../kernel/messages/message.ts';
import type { OutboundRequest } from '../../kernel/outbound.ts';
import { readUtf8Bytes } from '../../kernel/utf8.ts';
import { MAX_FRAME_BYTES, MAX_HEADER_BYTES, MAX_INTERIM_ANSWERS } from './limits.ts';
import { codeOf, OutboundError } from './outbound-error.ts';
import { decompressBody, type ReceivedBody, readUpTo } from './read-body.ts';
import type { OutboundTarget } from './target.ts';
import { unpackerFor } from './unpack.ts';

/** How far a call has progressed, for callers that must decide whether to repeat it. */
export interface CallProgress {
  host: string;
  sent: boolean;
  status: number | null;
}

interface HttpExchange {
  target: OutboundTarget;
  method: OutboundRequest['method'];
  headers: Record<string, string>;
  body: string | null;
  /** The size limit of the response body, both compressed and decompressed. */
  maxBytes: number;
  /** Already connected, so the HTTP client cannot choose the address. */
  stream: Socket;
  /** The socket below TLS, whose bytes are counted. */
  tcp: Socket;
}

export interface ReceivedResponse {
  status: number;
  headers: Record<string, string>;
  body: ReceivedBody;
}

/** Sends one request and reads its response. */
export async function exchange(
  call: HttpExchange,
  progress: CallProgress,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const { host, url } = call.target;
  const { maxBytes } = call;
  // A buffer: if the body were a string, Node would write the headers in its encoding too.
  const body = Buffer.from(call.body ?? '');
  let complaint: unknown;
  try {
    progress.sent = true;
    const request = startRequest({
      createConnection: () => call.stream,
      method: call.method,
      path: url.pathname + url.search,
      headers: { Host: url.host, ...lengthOf(call.method, body), ...call.headers },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    // Parser errors are emitted on the request, even while the body is being read.
    request.on('error', (error) => {
      complaint ??= error;
    });
    limitInterimAnswers(request, host);
    const answer = await awaitAnswer(request, body, host);
    const status = answer.statusCode ?? 0;
    progress.status = status;
    const headers = joinHeaders(answer.rawHeaders);
    const unpack = unpackerFor(headers['content-encoding'] ?? '', host);
    // Chunk framing can be a thousand times as large as the body.
    const arrived = await readUpTo(answer, maxBytes, () => call.tcp.bytesRead > maxBytes + MAX_FRAME_BYTES);
    signal.throwIfAborted();
    if (!arrived.truncated && !isWhole(answer, call.stream)) throw cutShort(host);
    return {
      status,
      headers,
      body: unpack ? await decompressBody(arrived, maxBytes, unpack, host, signal) : arrived,
    };
  } catch (error) {
    signal.throwIfAborted();
    throw errorWith(complaint ?? error, host);
  } finally {
    call.stream.destroy();
  }
}

function awaitAnswer(request: ClientRequest, body: Buffer, host: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
    request.on('close', () => reject(cutShort(host)));
    request.end(body);
  });
}

/** Set even where the client would omit it: a GET with a body is unusual but valid. */
const lengthOf = (method: OutboundRequest['method'], body: Buffer) =>
  body.length > 0 || method.startsWith('P') ? { 'Content-Length': body.length } : {};

/** A body without a declared length is complete if the connection was closed, but not if it broke. */
const isWhole = ({ complete, headers }: IncomingMessage, stream: Socket) =>
  complete && ('content-length' in headers || 'transfer-encoding' in headers || stream.errored === null);

/** Each interim response is small, but there could be endlessly many. */
function limitInterimAnswers(request: ClientRequest, host: string): void {
  let count = 0;
  const counted = () => {
    count += 1;
    if (count > MAX_INTERIM_ANSWERS)
      request.destroy(new OutboundError('bad_answer', message('interim_answers_only', { host, count })));
  };
  request.on('continue', counted).on('information', counted);
}

/** `fromEntries` defines own properties, so a header called `__proto__` is an ordinary header. */
function joinHeaders(raw: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = String(raw[at]).toLowerCase();
    const before = headers.get(name);
    // Node returns the bytes as latin1; we send UTF-8, so what a target echoes is UTF-8 again.
    const value = readUtf8Bytes(String(raw[at + 1]));
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

const cutShort = (host: string) => new OutboundError('cut', message('answer_cut', { host }));

function errorWith(error: unknown, host: string): unknown {
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW')
    return new OutboundError(
      'bad_answer',
      message('headers_too_large', { host, size: MAX_HEADER_BYTES / 1024 }),
    );
  if (code.startsWith('HPE_')) return new OutboundError('bad_answer', message('not_http', { host }));
  if (/^(E[A-Z]+$|ERR_(SSL|OSSL|TLS|STREAM)_)/.test(code)) return cutShort(host);
  return error;
}
