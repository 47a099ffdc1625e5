import type { FastifyInstance } from 'fastify';
import type { PathTable } from '../rest/paths.ts';

export const PROXY_DIAGNOSTICS_PATH = '/healthz/seen';
export const DOCTOR_HEADER = 'x-outstep-doctor';

/** A call as it arrives after passing through everything in front of us. */
export interface ProxyDiagnostics {
  scheme: string;
  host: string;
  /** The caller's address as the product sees it. */
  client: string;
  /** The address that actually connected. */
  peer: string;
  forwardedFor: string | null;
}

const asIPv4 = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '');

/** Only for `outstep doctor`; for every other caller, this path does not exist. */
export function addProxyDiagnosticsRoute(
  server: FastifyInstance,
  { paths, isDoctor }: { paths: PathTable; isDoctor(token: string): boolean },
) {
  server.get(PROXY_DIAGNOSTICS_PATH, (request, reply) => {
    const { headers, protocol, host, ip, socket } = request;
    const token = headers[DOCTOR_HEADER];
    if (typeof token !== 'string' || !isDoctor(token)) throw paths.errorFor(PROXY_DIAGNOSTICS_PATH);
    const forwardedFor = headers['x-forwarded-for'];
    const seen: ProxyDiagnostics = {
      scheme: protocol,
      host,
      client: asIPv4(ip),
      peer: asIPv4(socket.remoteAddress ?? ''),
      forwardedFor: forwardedFor === undefined ? null : String(forwardedFor),
    };
    return reply.header('cache-control', 'no-store').send(seen);
  });
}
