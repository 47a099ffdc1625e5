import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestClock } from './test-clock.ts';

const LOOK_MS = 50;

/**
 * A proxy in front of an engine, whose own clock cannot be turned: it holds back delayed submissions by the
 * turned clock.
 */
export interface HeldSubmissions {
  url: string;
  /** The requested delays, in seconds. */
  delays: number[];
  /** The engine's address; no request may arrive before it is set. */
  engineUrl: string;
  close(): void;
}

export async function holdSubmissions(clock: TestClock): Promise<HeldSubmissions> {
  const held = new Set<{ at: number; pass(): void }>();
  const timer = setInterval(() => {
    for (const each of held) {
      if (clock.now() < each.at) continue;
      held.delete(each);
      each.pass();
    }
  }, LOOK_MS);
  const server = createServer(async (request, response) => {
    const url = new URL(String(request.url), holding.engineUrl);
    const delayMs = Number(/^(\d+)ms$/.exec(url.searchParams.get('delay') ?? '')?.[1] ?? 0);
    url.searchParams.delete('delay');
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
    const body = await buffer(request);
    const pass = () =>
      fetch(url, {
        method: String(request.method),
        headers,
        ...(request.method === 'POST' && { body: new Uint8Array(body) }),
      });
    if (delayMs > 0) {
      holding.delays.push(delayMs / 1000);
      held.add({ at: clock.now() + delayMs, pass: () => void pass() });
      response.writeHead(202).end('{}');
      return;
    }
    const answer = await pass().catch(() => null);
    response.writeHead(answer?.status ?? 502).end(await answer?.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const holding: HeldSubmissions = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delays: [],
    engineUrl: '',
    close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
  return holding;
}
