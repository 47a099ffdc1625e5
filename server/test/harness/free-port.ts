import { once } from 'node:events';
import { createServer } from 'node:net';
import { isClosedPort } from '../../src/adapters/outbound/target.ts';

/**
 * Below the range from which the kernel assigns ports, so that no process gets one of these by accident while
 * a test has stopped listening on it, and no client that tries to reach it connects to itself.
 */
const [FIRST, LAST] = [20_000, 32_000];

/**
 * An unused loopback port that requests may call, and that remains free until a caller requests it by number.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    // Ports of other protocols are always rejected.
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
