import { once } from 'node:events';
import { connect, createServer, type ListenOptions, type NetConnectOpts } from 'node:net';

/**
 * Carries connections. Sockets in the file system are seen from every network namespace, so two relays over one
 * such path bring a service of the machine (PostgreSQL, Redis) to a process that can reach nothing else.
 */
export async function relay(from: ListenOptions, to: NetConnectOpts): Promise<() => void> {
  const server = createServer((near) => {
    const far = connect(to);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(from);
  await once(server, 'listening');
  return () => server.close();
}
