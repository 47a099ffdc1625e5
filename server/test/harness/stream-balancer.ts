import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants, createServer, type Http2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

/**
 * One address in front of several workers. Each call goes to the next one, whichever connection it arrived
 * on.
 */
export interface StreamBalancer {
  url: string;
  /** How many calls went to each worker, in the order in which they were added. */
  calls: number[];
  add(port: number): void;
  /** It gets no more calls; its running ones are completed. */
  remove(port: number): void;
  close(): void;
}

export async function startStreamBalancer(): Promise<StreamBalancer> {
  const workers: { port: number; session: ClientHttp2Session | null; isThere: boolean }[] = [];
  const far = new Set<ClientHttp2Session>();
  const near = new Set<Http2Session>();
  const calls: number[] = [];
  let turn = 0;

  const sessionOf = (worker: (typeof workers)[number]) => {
    if (worker.session && !worker.session.closed && !worker.session.destroyed) return worker.session;
    const session = connect(`http://127.0.0.1:${worker.port}`)
      .on('error', () => undefined)
      .setMaxListeners(0);
    const leave = () => {
      if (worker.session === session) worker.session = null;
    };
    // A session to a worker that isn't listening yet is destroyed without ever being closed.
    far.add(session.on('close', () => far.delete(session) && leave()));
    // A worker ends its connections after a while: running calls continue there, and new ones open the next
    // connection.
    session.on('goaway', leave).on('remoteSettings', ({ maxConcurrentStreams }) => {
      if (maxConcurrentStreams === 0) leave();
    });
    worker.session = session;
    return session;
  };
  const server = createServer();
  server.on('session', (session) => near.add(session.on('error', () => undefined)));
  server.on('stream', (call, headers) => {
    const there = workers.filter(({ isThere }) => isThere);
    const worker = there[turn++ % there.length];
    // An explicit error, so that the engine retries; it would wait for a stream that only ends.
    if (!worker) return call.on('error', () => undefined).close(constants.NGHTTP2_REFUSED_STREAM);
    const index = workers.indexOf(worker);
    calls[index] = (calls[index] ?? 0) + 1;
    const session = sessionOf(worker);
    const passed = session.request(headers);
    const drop = () => {
      call.destroy();
      passed.destroy();
    };
    // A call that the worker no longer accepted would wait there forever.
    session.once('goaway', (_code, last) => Number(passed.id) > Number(last) && drop());
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
      workers.push({ port, session: null, isThere: true });
    },
    remove(port) {
      for (const worker of workers) if (worker.port === port) worker.isThere = false;
    },
    close() {
      for (const session of far) session.destroy();
      for (const session of near) session.destroy();
      server.close();
    },
  };
}
