import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

export type EngineHandler = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/**
 * Well below the minute that the engine's signatures are valid, so that expired signatures are checked again
 * soon.
 */
const KNOWN_MS = 2_000;
const MOST_KNOWN = 64;
const UNAUTHORIZED = 401;

/** The signature of a call with its path; `null` for an unsigned call. */
function signatureOf({ url, headers }: Http2ServerRequest): string | null {
  const token = headers['x-restate-jwt-v1'];
  return typeof token === 'string' ? `${headers['x-restate-signature-scheme']} ${token} ${url}` : null;
}

/**
 * Checking a signature costs a fifth of a millisecond, and the engine signs the time in seconds, so all calls
 * within one second have the same signature. `checked` verifies each signature once; calls with a signature
 * that it accepted go to `unchecked`.
 */
export function withKnownSignatures(
  checked: EngineHandler,
  unchecked: EngineHandler,
  now = () => performance.now(),
): EngineHandler {
  /** When each signature expires, in the order in which they were accepted. */
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
    // Only the head of the response shows the result of the check; it is written at once, the body much
    // later.
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => Http2ServerResponse;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      if (status !== UNAUTHORIZED) accept(signature);
      return writeHead(status, ...rest);
    };
    checked(request, response);
  };
}
