import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { PUBLIC_ADDRESS, SECURE_PORT } from './vectors.ts';

/** A connection that arrived. */
export interface ReceivedConnection {
  address: string;
  port: number;
}

/** Time for a connection that starts only after the response. */
const LATE_CONNECTION_MS = 50;

/** The ports that the vectors aim at, and a proxy's. */
const PORTS = [22, 25, 80, 443, 3000, 3128, 6379, 8080];

/**
 * Listens on every address. `PUBLIC_ADDRESS` stands for an honest web server that redirects on demand
 * (`/redirect?status=302&to=…`); any connection elsewhere got past the guard.
 */
export async function startCanaries(): Promise<{ takeHits(): Promise<ReceivedConnection[]> }> {
  let hits: ReceivedConnection[] = [];
  const answer: RequestListener = (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://any');
    const to = searchParams.get('to');
    response.statusCode = Number(searchParams.get('status') ?? 200);
    if (to !== null) response.setHeader('location', to);
    response.end('reached');
  };
  const certificate = process.env['CANARY_CERTIFICATE'];
  for (const port of certificate === undefined ? PORTS : [...PORTS, SECURE_PORT]) {
    const server =
      port === SECURE_PORT
        ? createSecureServer(JSON.parse(String(certificate)), answer)
        : createServer(answer);
    server.on('connection', (socket: Socket) => {
      hits.push({ address: String(socket.localAddress).replace('::ffff:', ''), port });
    });
    server.listen(port, '::');
    await once(server, 'listening');
  }
  return {
    async takeHits() {
      await sleep(LATE_CONNECTION_MS);
      // Timers may run before sockets are checked, but this runs afterward, so everything that has arrived is
      // counted.
      await turn();
      const taken = hits;
      hits = [];
      return taken;
    },
  };
}

export const hitsOutsidePublic = (hits: readonly ReceivedConnection[]) =>
  hits.filter(({ address }) => address !== PUBLIC_ADDRESS);

/**
 * How often any process of this namespace started to connect, successfully or not, as counted by the kernel.
 */
export function connectionsBegun(): number {
  const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Tcp:'));
  return Number(values.split(' ')[names.split(' ').indexOf('ActiveOpens')]);
}
