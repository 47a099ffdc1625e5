import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

export type EngineHandler = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** Well below the minute for which the engine signs, so that expired signatures are checked again soon. */
const KNOWN_MS = 2_000;
const MOST_KNOWN = 64;
const UNAUTHORIZED = 401;

/** The signature of a call and the path it was made for; `null` for a call that is not signed. */
function signatureOf({ url, headers }: Http2ServerRequest): string | null {
  const token = headers['x-restate-jwt-v1'];
  return typeof token === 'string' ? `${headers['x-restate-signature-scheme']} ${token} ${url}` : null;
}

/**
 * Checking the signature of a call costs a fifth of a millisecond, and the engine signs with the time in seconds: the
 * calls of one second carry the same signature. `checked` judges each of them once; calls with one that it accepted go
 * to `unchecked`.
 */
export function withKnownSignatures(
  checked: EngineHandler,
  unchecked: EngineHandler,
  now = () => performance.now(),
): EngineHandler {
  /** Until when each is known, in the order in which they were accepted. */
  const known = new Map<string, number>();

  function accept(signature: string) {
    if (known.has(signature)) return;
    for (const [oldest] of known) {
      if (known.size < MOST_KNOWN) break;
      known.delete(oldest);
    }
    known.set(signature, now() + KNOWN_MS);
  }

  function isKnown(signature: string): boolean {
    const until = known.get(signature);
    if (until !== undefined && until <= now()) known.delete(signature);
    return until !== undefined && until > now();
  }

  return (request, response) => {
    const signature = signatureOf(request);
    if (signature === null) return checked(request, response);
    if (isKnown(signature)) return unchecked(request, response);
    // Nothing but the head of the answer says what became of the check; it is written at once, the answer much later.
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => Http2ServerResponse;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      if (status !== UNAUTHORIZED) accept(signature);
      return writeHead(status, ...rest);
    };
    checked(request, response);
  };
}
