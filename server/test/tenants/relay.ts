import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Relay {
  /** The same database, reached through the relay. */
  through(databaseUrl: string): string;
  /** Disconnects every client at once, as when its process is killed. */
  cut(): void;
  stop(): Promise<void>;
}

/** A proxy between client and server, so that a test can disconnect the client at any moment. */
export async function startRelay(to: { host: string; port: number }): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect(to);
    for (const [socket, peer] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.hostname = '127.0.0.1';
      url.port = String(port);
      return url.toString();
    },
    cut,
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
