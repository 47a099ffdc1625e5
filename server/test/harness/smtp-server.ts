import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import type { Certificate } from '../outbound/certificates.ts';

/** `message` is the answer to the whole message, `content` the moment in which its first bytes arrive. */
type SmtpStage = 'connect' | 'auth' | 'mail' | 'rcpt' | 'content' | 'message';

/** A status line to respond with, no response at all, hanging up, or continuing after this many ms. */
export type SmtpBehavior = `${number} ${string}` | 'hang' | 'drop' | number;

export interface TakenMessage {
  from: string;
  to: string[];
  raw: Buffer;
  secure: boolean;
  user: string | null;
}

/** A mail server on loopback that records what it accepts and behaves as the test specifies. */
export interface SmtpStandIn {
  port: number;
  messages: TakenMessage[];
  /** Every RCPT that arrived, accepted or not. */
  recipients: string[];
  connections: { total: number; most: number; readonly open: number };
  /** For each secured connection, whether its TLS session was resumed. */
  resumed: boolean[];
  /** How it behaves; omitted members work normally. */
  behaves: Partial<Record<SmtpStage, SmtpBehavior | ((recipient: string) => SmtpBehavior | null)>>;
  close(): Promise<void>;
}

interface Options {
  /** For STARTTLS, or for TLS from the first byte. */
  certificate?: Certificate;
  secure?: boolean;
  /** The login that it requires. */
  login?: { username: string; password: string };
  /** The largest message size that it announces. */
  size?: number;
}

type SmtpCallback = (error?: Error | null) => void;

export async function startSmtpServer(options: Options = {}): Promise<SmtpStandIn> {
  const sockets = new Set<Socket>();
  const { certificate, login } = options;

  /** Continues with `next`, unless the stage is supposed to fail. */
  function at(
    stage: SmtpStage,
    { remotePort }: SMTPServerSession,
    recipient: string,
    done: SmtpCallback,
    next: () => void,
  ): void {
    const said = standIn.behaves[stage];
    const behavior = typeof said === 'function' ? said(recipient) : said;
    if (!behavior) next();
    else if (typeof behavior === 'number') setTimeout(next, behavior);
    else if (behavior === 'drop') {
      for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
    } else if (behavior !== 'hang') {
      const [, code, text] = /^(\d+) (.*)$/s.exec(behavior) ?? [];
      done(Object.assign(new Error(text), { responseCode: Number(code) }));
    }
  }

  const settings: SMTPServerOptions = {
    disabledCommands: [...(certificate ? [] : ['STARTTLS' as const]), ...(login ? [] : ['AUTH' as const])],
    ...(certificate && { key: certificate.key, cert: certificate.cert }),
    secure: options.secure ?? false,
    ...(options.size !== undefined && { size: options.size }),
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    logger: false,
    onConnect(session, done) {
      standIn.connections.most = Math.max(standIn.connections.most, server.connections.size);
      at('connect', session, '', done, done);
    },
    onSecure(socket, _session, done) {
      standIn.resumed.push(socket instanceof TLSSocket && socket.isSessionReused());
      done();
    },
    onAuth: (auth, session, done) =>
      at('auth', session, '', done, () => {
        const isRight = auth.username === login?.username && auth.password === login?.password;
        if (isRight) done(null, { user: String(auth.username) });
        else done(Object.assign(new Error(`5.7.8 no such login: ${auth.password}`), { responseCode: 535 }));
      }),
    onMailFrom: (_address, session, done) => at('mail', session, '', done, done),
    onRcptTo: ({ address }, session, done) => {
      standIn.recipients.push(address);
      at('rcpt', session, address, done, done);
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo.map(({ address }) => address);
      stream.once('readable', () =>
        at(
          'content',
          session,
          String(to[0]),
          () => {},
          () => {},
        ),
      );
      const take = (raw: Buffer) =>
        at('message', session, String(to[0]), done, () => {
          const from = mailFrom ? mailFrom.address : '';
          standIn.messages.push({ from, to, raw, secure: session.secure, user: session.user ?? null });
          done();
        });
      // An incomplete message does not count.
      void buffer(stream).then(take, () => {});
    },
  };
  const server = new SMTPServer(settings);
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    standIn.connections.total += 1;
  });
  const standIn: SmtpStandIn = {
    port: 0,
    messages: [],
    recipients: [],
    resumed: [],
    // The server's own count, because it removes all listeners from a socket that it secures.
    connections: {
      total: 0,
      most: 0,
      get open() {
        return server.connections.size;
      },
    },
    behaves: {},
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  standIn.port = (server.server.address() as AddressInfo).port;
  return standIn;
}
