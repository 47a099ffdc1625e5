import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A third party on loopback that records every call and responds as the test demands. */
export interface Target {
  origin: string;
  received: ReceivedRequest[];
  answer: (response: ServerResponse, request: ReceivedRequest) => void;
  close(): Promise<void>;
}

export async function startTarget(): Promise<Target> {
  const sockets = new Set<{ destroy(): void }>();
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    const received = { method, url, headers, body };
    target.received.push(received);
    target.answer(response, received);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target: Target = {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    received: [],
    answer: (response) => response.end('ok'),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return target;
}
