import { once } from 'node:events';
import { type ClientHttp2Session, connect, createServer, type Http2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** One address before several workers. Each call goes to the next one, whatever connection it came by. */
export interface StreamBalancer {
  url: string;
  /** How many calls went to each worker, in the order in which they were added. */
  calls: number[];
  add(port: number): void;
  close(): void;
}

export async function startStreamBalancer(): Promise<StreamBalancer> {
  const workers: { port: number; session: ClientHttp2Session | null }[] = [];
  const far = new Set<ClientHttp2Session>();
  const near = new Set<Http2Session>();
  const calls: number[] = [];
  let turn = 0;

  const sessionOf = (worker: (typeof workers)[number]) => {
    if (worker.session && !worker.session.closed) return worker.session;
    const session = connect(`http://127.0.0.1:${worker.port}`).on('error', () => undefined);
    far.add(session.on('close', () => far.delete(session)));
    const leave = () => {
      if (worker.session === session) worker.session = null;
    };
    // A worker ends its connections after a while; what runs there goes on, and what comes opens the next one.
    session.on('goaway', leave).on('remoteSettings', ({ maxConcurrentStreams }) => {
      if (maxConcurrentStreams === 0) leave();
    });
    worker.session = session;
    return session;
  };
  const server = createServer();
  server.on('session', (session) => near.add(session.on('error', () => undefined)));
  server.on('stream', (call, headers) => {
    const index = turn++ % workers.length;
    const worker = workers[index];
    if (!worker) return call.close();
    calls[index] = (calls[index] ?? 0) + 1;
    const passed = sessionOf(worker).request(headers);
    const drop = () => {
      call.destroy();
      passed.destroy();
    };
    passed.on('response', (answer) => call.respond(answer));
    call.on('error', drop).on('aborted', drop).pipe(passed);
    passed.on('error', drop).on('aborted', drop).pipe(call);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    add(port) {
      calls.push(0);
      workers.push({ port, session: null });
    },
    close() {
      for (const session of far) session.destroy();
      for (const session of near) session.destroy();
      server.close();
    },
  };
}
