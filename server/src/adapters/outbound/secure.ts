import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { deadlineSignal } from '../../kernel/deadline.ts';
import { PHASE_MS } from './limits.ts';
import { codeOf, OutboundError, seconds } from './outbound-error.ts';

let context: SecureContext | undefined;

/** The trusted authorities, loaded once: loading them is a third of the cost of a call. */
function trusted(): SecureContext {
  context ??= createSecureContext();
  return context;
}

/** TLS over a socket to a checked address. Names are checked against `host`, never against the address. */
export async function secure(socket: Socket, host: string, signal: AbortSignal): Promise<TLSSocket> {
  const tls = connect({
    socket,
    secureContext: trusted(),
    host,
    // Names only: SNI does not allow addresses.
    servername: isIP(host) ? '' : host,
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    rejectUnauthorized: true,
  });
  tls.on('error', () => {});
  const patience = deadlineSignal(PHASE_MS, signal);
  try {
    await once(tls, 'secureConnect', { signal: patience.signal });
    return tls;
  } catch (error) {
    tls.destroy();
    socket.destroy();
    signal.throwIfAborted();
    if (patience.late.aborted)
      throw new OutboundError(
        'timeout',
        `${host} did not finish the TLS handshake within ${seconds(PHASE_MS)}`,
      );
    throw new OutboundError('tls', `no secure connection to ${host}: ${problemOf(codeOf(error))}`);
  } finally {
    patience.clear();
  }
}

function problemOf(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired';
  if (code === 'CERT_NOT_YET_VALID') return 'its certificate is not valid yet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is for another name';
  if (/SELF_SIGNED|UNABLE_TO|CERT_/.test(code)) return 'its certificate is not from a known authority';
  return 'the TLS handshake failed';
}
