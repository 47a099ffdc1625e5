import { once } from 'node:events';
import { connect, createServer, type Http2Session } from 'node:http2';
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
  const workers: { port: number; session: ReturnType<typeof connect> | null }[] = [];
  const near = new Set<Http2Session>();
  const calls: number[] = [];
  let turn = 0;

  const sessionOf = (worker: (typeof workers)[number]) => {
    if (!worker.session || worker.session.destroyed)
      worker.session = connect(`http://127.0.0.1:${worker.port}`).on('error', () => undefined);
    return worker.session;
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
      for (const { session } of workers) session?.destroy();
      for (const session of near) session.destroy();
      server.close();
    },
  };
}
