import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** One address in front of several workers; each connection goes to the next one that accepts it. */
export class Balancer {
  readonly #targets = new Set<number>();
  readonly #server: Server;
  #turn = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Balancer> {
    const server = createServer({ noDelay: true });
    const balancer = new Balancer(server);
    server.on('connection', (near) => {
      const ports = [...balancer.#targets];
      const port = ports[balancer.#turn++ % ports.length];
      if (port === undefined) return near.destroy();
      const far = connect({ host: '127.0.0.1', port, noDelay: true });
      const drop = () => {
        near.destroy();
        far.destroy();
      };
      near.on('error', drop).on('close', drop).pipe(far);
      far.on('error', drop).on('close', drop).pipe(near);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return balancer;
  }

  get url() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(port: number) {
    this.#targets.add(port);
  }

  remove(port: number) {
    this.#targets.delete(port);
  }

  close() {
    this.#server.close();
  }
}
