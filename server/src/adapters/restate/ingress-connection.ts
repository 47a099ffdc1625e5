import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

export interface IngressResponse {
  status: number;
  body: string;
}

/** Keep-alive connections to one address. `fetch` would cost twice the CPU of everything else in a step. */
export class IngressConnection {
  readonly #origin: string;
  readonly #agent: Agent;
  readonly #request: typeof request;

  constructor(url: string) {
    this.#origin = url.replace(/\/+$/, '');
    const secure = url.startsWith('https:');
    this.#agent = new (secure ? SecureAgent : Agent)({ keepAlive: true });
    this.#request = secure ? secureRequest : request;
  }

  post(
    path: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<IngressResponse> {
    return this.#ask('POST', path, headers, body, signal);
  }

  get(path: string, signal: AbortSignal): Promise<IngressResponse> {
    return this.#ask('GET', path, {}, '', signal);
  }

  #ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<IngressResponse> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#request(
        this.#origin + path,
        { method, agent: this.#agent, headers, signal },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8');
          incoming.on('data', (chunk) => {
            text += chunk;
          });
          incoming.on('error', reject);
          incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: text }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}
