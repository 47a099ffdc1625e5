import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Between client and server: forwards, or accepts and swallows for ever, as a lost route does. */
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

  /** What is connected stays connected and is never answered again, not even after `forward`. */
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
