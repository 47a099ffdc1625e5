import { once } from 'node:events';
import { createServer } from 'node:net';
import { isClosedPort } from '../../src/adapters/outbound/target.ts';

/**
 * Below the ports that the kernel gives to whoever asks for any: nobody gets one of these by accident while a test
 * has stopped listening on it, nor does a client that tries to reach it connect to itself.
 */
const [FIRST, LAST] = [20_000, 32_000];

/** A port of the loopback that nobody listens on and that requests may call, and that stays free until somebody asks for it by number. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    // Ports of other protocols are refused whoever listens on them.
    if (isClosedPort(port, 'http') || isClosedPort(port, 'mail')) continue;
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
