import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface RawCall {
  method: string;
  /** As it appears in the request line: nothing is encoded here. */
  target: string;
  headers: OutgoingHttpHeaders;
  body: Buffer | null;
}

const PATIENCE_MS = 25_000;

/** A client that sends exactly what it is given: `fetch` would normalize paths and reject unusual headers. */
export function createClient(origin: string, maxSockets: number) {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets });
  const send = ({ method, target, headers, body }: RawCall): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const length = body === null ? {} : { 'content-length': body.length };
      const outgoing = request(
        { agent, hostname, port, method, path: target, headers: { ...headers, ...length } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
      outgoing.on('error', reject);
      outgoing.end(body ?? undefined);
    });
  return { send, close: () => agent.destroy() };
}

export type Client = ReturnType<typeof createClient>;
