import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailServer } from '../../kernel/mail.ts';

/** How long a server may take to say goodbye. */
const FAREWELL_MS = 1_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface SessionOptions {
  server: MailServer;
  /** Connected already, to an address that was checked: the SMTP client has no say in where it leads. */
  socket: Socket;
  /** What we call ourselves. */
  name: string;
  trusted: SecureContext;
  patienceMs: number;
}

/** One connection to a mail server. Its steps reject with what the SMTP client says of the trouble. */
export class Session {
  /** The largest message that the server takes; `null` if it did not say. */
  maxBytes: number | null = null;
  readonly #connection: SMTPConnection;
  readonly #socket: Socket;
  readonly #closed: Promise<void>;

  constructor({ server, socket, name, trusted, patienceMs }: SessionOptions) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
    this.#connection = new SMTPConnection({
      connection: socket,
      host: server.host,
      port: server.port,
      name,
      secure: server.security === 'tls',
      requireTLS: server.security === 'starttls',
      ignoreTLS: server.security === 'none',
      tls: { secureContext: trusted, rejectUnauthorized: true },
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      maxResponseSize: MAX_RESPONSE_BYTES,
      logger: false,
    });
    // It may be closed by the server at any time, also while nobody asks anything of it.
    this.#connection.on('error', () => this.destroy());
    this.#connection.once('end', () => this.destroy());
  }

  /** Greets, secures and logs in. */
  async start({ username, password }: MailServer): Promise<void> {
    const connection = this.#connection;
    await this.#step<void>((done) => connection.connect((error) => done(error)));
    this.maxBytes = sizeLimit(connection.lastServerResponse);
    if (username === null) return;
    await this.#step((done) => connection.login({ user: username, pass: password ?? '' }, done));
  }

  get isOpen() {
    return !this.#connection.destroyed && !this.#socket.destroyed;
  }

  /** The server's answer to the whole message. `content` is first read when the recipient is accepted. */
  async send(envelope: { from: string; to: string }, size: number, content: Readable): Promise<string> {
    const { response } = await this.#step<{ response: string }>((done) =>
      this.#connection.send({ from: envelope.from, to: [envelope.to], size }, content, done),
    );
    return response;
  }

  /** Politely; when it returns, the connection is gone. */
  async end(): Promise<void> {
    if (this.isOpen) this.#connection.quit();
    const timer = setTimeout(() => this.destroy(), FAREWELL_MS);
    await this.#closed;
    clearTimeout(timer);
  }

  destroy(): void {
    this.#socket.destroy();
    this.#connection.close();
  }

  /** Some troubles are told to the caller, some to whoever listens, and some end the connection and are not told. */
  #step<T>(start: (done: (error?: Error | null, value?: unknown) => void) => void): Promise<T> {
    const connection = this.#connection;
    return new Promise<T>((resolve, reject) => {
      // What is told to the caller comes after the end.
      const onEnd = () => setImmediate(() => settle(new Error('the connection ended')));
      const settle = (error?: Error | null, value?: unknown) => {
        connection.off('error', settle);
        connection.off('end', onEnd);
        if (error) reject(error);
        else resolve(value as T);
      };
      connection.on('error', settle).on('end', onEnd);
      start(settle);
    });
  }
}

/** From the answer to EHLO (RFC 1870); 0 and nothing mean that there is no fixed limit. */
function sizeLimit(ehlo: string | false): number | null {
  const bytes = Number(/^250[ -]SIZE (\d{1,15})\s*$/im.exec(ehlo || '')?.[1] ?? 0);
  return bytes > 0 ? bytes : null;
}
