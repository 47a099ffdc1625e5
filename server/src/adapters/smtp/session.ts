import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { checkServerIdentity, type SecureContext, TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailServer } from '../../kernel/mail.ts';
import type { Resumption } from '../../kernel/tls-sessions.ts';

/** How long a server may take to respond to QUIT. */
const QUIT_TIMEOUT_MS = 1_000;
/**
 * The transport’s deadline ends a session, because the client's own timeouts also count time in which we
 * could not read.
 */
const NEVER_MS = 2_147_483_647;
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface SmtpSessionOptions {
  server: MailServer;
  /** Already connected to a checked address, so the SMTP client cannot choose the address. */
  socket: Socket;
  /** The name in our greeting. */
  name: string;
  trusted: SecureContext;
  /** `null` forces a full TLS handshake and caches no session. */
  resumption: Resumption | null;
}

/** One connection to a mail server. Its methods reject with the SMTP client's error. */
export class SmtpSession {
  /** The largest message that the server accepts; `null` if it reports no limit. */
  maxBytes: number | null = null;
  readonly #connection: SMTPConnection;
  readonly #socket: Socket;
  readonly #resumption: Resumption | null;
  readonly #closed: Promise<void>;

  constructor({ server, socket, name, trusted, resumption }: SmtpSessionOptions) {
    this.#socket = socket;
    this.#resumption = resumption;
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
    this.#connection = new SMTPConnection({
      connection: socket,
      host: server.host,
      port: server.port,
      name,
      secure: server.security === 'tls',
      requireTLS: server.security === 'starttls',
      ignoreTLS: server.security === 'none',
      tls: {
        secureContext: trusted,
        rejectUnauthorized: true,
        ...(resumption?.session && { session: resumption.session }),
        checkServerIdentity: (host, certificate) => {
          resumption?.noteCertificate(certificate);
          return checkServerIdentity(host, certificate);
        },
      },
      connectionTimeout: NEVER_MS,
      greetingTimeout: NEVER_MS,
      socketTimeout: NEVER_MS,
      maxResponseSize: MAX_RESPONSE_BYTES,
      logger: false,
    });
    // The server may close it at any time, even while it is idle.
    this.#connection.on('error', () => this.destroy());
    this.#connection.once('end', () => this.destroy());
  }

  /** Greets the server, starts TLS and logs in. */
  async start({ username, password }: MailServer): Promise<void> {
    const connection = this.#connection;
    await this.#step<void>((done) => connection.connect((error) => done(error)));
    // The client creates the TLS socket and exposes it only after it has greeted the server over it.
    if (connection._socket instanceof TLSSocket) this.#resumption?.keepLast(connection._socket);
    this.maxBytes = sizeLimit(connection.lastServerResponse);
    if (username === null) return;
    await this.#step((done) => connection.login({ user: username, pass: password ?? '' }, done));
  }

  get isOpen() {
    return !this.#connection.destroyed && !this.#socket.destroyed;
  }

  /**
   * Returns the server's response to the whole message. `content` is not read until the recipient is
   * accepted.
   */
  async send(envelope: { from: string; to: string }, size: number, content: Readable): Promise<string> {
    const { response } = await this.#step<{ response: string }>((done) =>
      this.#connection.send({ from: envelope.from, to: [envelope.to], size }, content, done),
    );
    return response;
  }

  /** Sends QUIT; resolves when the connection is closed. */
  async end(): Promise<void> {
    if (this.isOpen) this.#connection.quit();
    const timer = setTimeout(() => this.destroy(), QUIT_TIMEOUT_MS);
    await this.#closed;
    clearTimeout(timer);
  }

  destroy(): void {
    this.#socket.destroy();
    this.#connection.close();
  }

  /** The client reports some errors to the callback, some as events, and for some it only closes the connection. */
  #step<T>(start: (done: (error?: Error | null, value?: unknown) => void) => void): Promise<T> {
    const connection = this.#connection;
    return new Promise<T>((resolve, reject) => {
      // The callback comes after the close event.
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

/** From the response to EHLO (RFC 1870); 0 or no value means that there is no fixed limit. */
function sizeLimit(ehlo: string | false): number | null {
  const bytes = Number(/^250[ -]SIZE (\d{1,15})\s*$/im.exec(ehlo || '')?.[1] ?? 0);
  return bytes > 0 ? bytes : null;
}
