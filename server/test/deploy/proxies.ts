import { readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../harness/free-port.ts';
import { isOpen } from '../harness/haproxy.ts';
import type { Scratch } from '../harness/scratch.ts';
import { eventually } from '../harness/test-stack.ts';
import { Authority } from '../outbound/certificates.ts';

export const proxies = ['caddy', 'nginx'] as const;
export type ProxyName = (typeof proxies)[number];

interface Ports {
  http: number;
  https: number;
}

/** Replacements that let an example run here; everything else is as operators get it. */
type ConfigReplacement = [was: string, is: string];

const CERTIFICATE = '/etc/ssl/outstep/fullchain.pem';
const KEY = '/etc/ssl/outstep/key.pem';
const UPSTREAM = '127.0.0.1:3000';

const filesOf: Record<ProxyName, string> = { caddy: 'Caddyfile', nginx: 'nginx.conf' };

const changesFor: Record<ProxyName, (ports: Ports) => ConfigReplacement[]> = {
  caddy: ({ http, https }) => [
    ['{$OUTSTEP_HOST:outstep.example.com}', `https://localhost:${https}`],
    [`# tls ${CERTIFICATE}`, `tls ${CERTIFICATE}`],
    // Global options of Caddy, which are only allowed at the beginning.
    ['# Caddy in front', `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n# Caddy in front`],
  ],
  nginx: ({ http, https }) => [
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
  ],
};

/** The configuration around the example, as on a real machine. */
const nginxAround = (folder: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/example.conf;
}
`;

async function exampleOf(name: ProxyName, changes: ConfigReplacement[]): Promise<string> {
  const file = new URL(`../../../deploy/proxy/${filesOf[name]}`, import.meta.url);
  return changes.reduce(
    (example, [was, is]) => {
      if (!example.includes(was)) throw new Error(`the example of ${name} has no ${was}`);
      return example.replaceAll(was, is);
    },
    await readFile(file, 'utf8'),
  );
}

export interface ProxyRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

export interface ProxyResponse {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** The client's address in these tests; the proxy itself has another one. */
export const CALLER = '127.0.0.2';

/** A proxy configured as in the example, in front of an address, with a certificate of the test. */
export class ReverseProxy {
  readonly #authority = new Authority();
  readonly ports: Ports;
  readonly origin: string;
  /** For `NODE_EXTRA_CA_CERTS`. */
  readonly authorityFile = this.#authority.file;
  readonly #ca: Promise<Buffer>;

  constructor(ports: Ports) {
    this.ports = ports;
    this.origin = `https://localhost:${ports.https}`;
    this.#ca = readFile(this.#authority.file);
  }

  static async choosePorts() {
    return new ReverseProxy({ http: await freePort(), https: await freePort() });
  }

  async start(name: ProxyName, upstream: string, scratch: Scratch): Promise<void> {
    const { folder } = scratch;
    const [certificateFile, keyFile] = [join(folder, 'fullchain.pem'), join(folder, 'key.pem')];
    const { cert, key } = this.#authority.sign('DNS:localhost');
    await writeFile(certificateFile, cert);
    await writeFile(keyFile, key);
    const example = await exampleOf(name, [
      ...changesFor[name](this.ports),
      [CERTIFICATE, certificateFile],
      [KEY, keyFile],
      [UPSTREAM, upstream],
    ]);
    const config = join(folder, name === 'nginx' ? 'example.conf' : 'Caddyfile');
    await writeFile(config, example);
    if (name === 'nginx') await writeFile(join(folder, 'nginx.conf'), nginxAround(folder));
    const [program, args] =
      name === 'nginx'
        ? ['/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]]
        : ['/usr/bin/caddy', ['run', '--config', config, '--adapter', 'caddyfile']];
    const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const child = await scratch.start(program, args, { in: name, env: home });
    await eventually(
      async () => {
        if (child.exitCode !== null)
          throw new Error(await readFile(join(folder, `${name}.log`), 'utf8').catch(() => 'no log'));
        return (await isOpen(this.ports.https)) && (await isOpen(this.ports.http));
      },
      (isThere) => isThere,
    );
  }

  /** Resolves as soon as the response headers have arrived. */
  async open(
    path: string,
    { method = 'GET', headers = {}, body }: ProxyRequest = {},
  ): Promise<IncomingMessage> {
    const ca = await this.#ca;
    return new Promise((resolve, reject) => {
      const call = request(
        { host: '127.0.0.1', port: this.ports.https, servername: 'localhost', localAddress: CALLER, ca },
        resolve,
      );
      call.on('error', reject);
      call.method = method;
      call.path = path;
      call.setHeader('host', `localhost:${this.ports.https}`);
      for (const [name, value] of Object.entries(headers)) call.setHeader(name, value);
      call.end(body);
    });
  }

  async send(path: string, call?: ProxyRequest): Promise<ProxyResponse> {
    const answer = await this.open(path, call);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
  }

  /** Without TLS. */
  sendPlain(path: string, method: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { host: `localhost:${this.ports.http}` };
      httpRequest({ host: '127.0.0.1', port: this.ports.http, path, method, headers }, (answer) => {
        answer.resume();
        resolve(answer);
      })
        .on('error', reject)
        .end();
    });
  }

  close() {
    this.#authority.close();
  }
}
