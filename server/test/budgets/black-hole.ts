import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy between client and server: it forwards, or accepts and discards everything forever, like a lost
 * route.
 */
export class BlackHole {
  readonly #sockets = new Set<Socket>();
  #swallowing = false;
  readonly #server;

  constructor(targetPort: number) {
    this.#server = createServer((near) => {
      this.#keep(near);
      if (this.#swallowing) return;
      const far = connect(targetPort, '127.0.0.1');
      this.#keep(far);
      near.pipe(far).pipe(near);
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `redis://127.0.0.1:${address.port}`;
  }

  /** Existing connections remain open and are never answered again, not even after `forward`. */
  swallow(): void {
    this.#swallowing = true;
    for (const socket of this.#sockets) socket.unpipe();
  }

  forward(): void {
    this.#swallowing = false;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    socket.resume();
  }
}
