import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import {
  checkServerIdentity,
  connect,
  createSecureContext,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { deadlineSignal } from '../../kernel/deadline.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { Resumption } from '../../kernel/tls-sessions.ts';
import { PHASE_MS } from './limits.ts';
import { codeOf, OutboundError, seconds } from './outbound-error.ts';

/**
 * Groups that servers accept. OpenSSL's default list has others that hardly any server supports, and costs
 * 0.3 ms more per handshake.
 */
const GROUPS = 'X25519:P-256:P-384:P-521';

/**
 * Loads the authorities once, because that takes a third of the time of a call. `authorities` replace the
 * default ones.
 */
export function trustedContext(authorities?: string): () => SecureContext {
  let context: SecureContext | undefined;
  return () => {
    context ??= createSecureContext({
      ecdhCurve: GROUPS,
      ...(authorities !== undefined && { ca: authorities }),
    });
    return context;
  };
}

interface TlsTrust {
  context: SecureContext;
  /** `null` forces a full handshake and caches no session. */
  resumption: Resumption | null;
}

/**
 * Starts TLS on a socket to a checked address. The certificate is checked against `host`, never against the
 * address.
 */
export async function startTls(
  socket: Socket,
  host: string,
  { context, resumption }: TlsTrust,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const tls = connect({
    socket,
    secureContext: context,
    host,
    // SNI does not allow addresses.
    servername: isIP(host) ? '' : host,
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    rejectUnauthorized: true,
    ...(resumption?.session && { session: resumption.session }),
    checkServerIdentity: (name, certificate) => {
      resumption?.noteCertificate(certificate);
      return checkServerIdentity(name, certificate);
    },
  });
  tls.on('error', () => {});
  resumption?.watch(tls);
  const patience = deadlineSignal(PHASE_MS, signal);
  try {
    await once(tls, 'secureConnect', { signal: patience.signal });
    return tls;
  } catch (error) {
    resumption?.fail();
    tls.destroy();
    socket.destroy();
    signal.throwIfAborted();
    if (patience.late.aborted)
      throw new OutboundError('timeout', message('tls_timeout', { host, time: seconds(PHASE_MS) }));
    throw new OutboundError('tls', message('tls_failed', { host, reason: problemOf(codeOf(error)) }));
  } finally {
    patience.clear();
  }
}

function problemOf(code: string): Message {
  if (code === 'CERT_HAS_EXPIRED') return message('certificate_expired');
  if (code === 'CERT_NOT_YET_VALID') return message('certificate_early');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return message('certificate_other_name');
  if (/SELF_SIGNED|UNABLE_TO|CERT_/.test(code)) return message('certificate_untrusted');
  return message('handshake_failed');
}
