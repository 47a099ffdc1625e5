import { once } from 'node:events';
import { connect, createServer, type ListenOptions, type NetConnectOpts } from 'node:net';

/**
 * Forwards connections. Unix sockets in the file system are visible from every network namespace, so two
 * relays over one such path give a process that can reach nothing else access to a service of the machine
 * (PostgreSQL, Redis).
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
