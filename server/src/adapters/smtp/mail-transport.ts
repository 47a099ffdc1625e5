import { isIPv4, type Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { withTimeout } from '../../kernel/deadline.ts';
import type {
  DeliveryResult,
  MailForStores,
  MailServer,
  MailTransport,
  OutgoingMail,
} from '../../kernel/mail.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { OutboundDialer } from '../../kernel/outbound.ts';
import { type Resumption, TlsSessions } from '../../kernel/tls-sessions.ts';
import { classifySmtpError, failedDelivery, isServerReply, notConnected, type SmtpError } from './answers.ts';
import { type ComposedMail, compose, UnsendableMail } from './compose.ts';
import { ConnectionCache } from './connection-cache.ts';
import { Delivery } from './delivery.ts';
import { SmtpSession } from './session.ts';
import { SharedPrefixEncoder } from './shared-prefix-encoder.ts';

const CONNECT_MS = 5_000;
const TOTAL_MS = 30_000;
const IDLE_MS = 1_000;

interface MailTransportOptions {
  dialer: OutboundDialer<Socket>;
  /** Our host as in a URL, which we use to greet mail servers. */
  ownHost: string;
  /** Certificate authorities to trust instead of the default ones. */
  authorities?: string;
  /** The time limit for one message in total. */
  totalMs?: number;
  /** How long a connection is kept after use. */
  idleMs?: number;
}

interface ConnectOptions {
  /** `null` if it belongs to no store; then no TLS session is kept. */
  storeId: string | null;
  server: MailServer;
  signal: AbortSignal;
}

interface DeliveryJob extends ConnectOptions {
  connectionKey: string;
  mail: ComposedMail;
  beforeData: () => Promise<boolean>;
}

export function createMailTransport(options: MailTransportOptions): MailTransport & MailForStores {
  const { dialer, ownHost, authorities, totalMs = TOTAL_MS, idleMs = IDLE_MS } = options;
  const name = greetingName(ownHost);
  const connections = new ConnectionCache(idleMs);
  const sessions = new TlsSessions();
  /** By connection key: messages of one email are sent one after another over one connection. */
  const alikeTexts = new Map<string, SharedPrefixEncoder[]>();
  let context: SecureContext | undefined;
  /** Read once, and only when there is email. */
  const trusted = () => {
    context ??= createSecureContext(authorities === undefined ? {} : { ca: authorities });
    return context;
  };

  /** Opens a connection that is ready for a message. Rejects with the SMTP client's error. */
  async function start(
    { server, signal }: ConnectOptions,
    resumption: Resumption | null,
  ): Promise<SmtpSession | DeliveryResult> {
    const dialled = await dialer.dial(server.host, server.port, Math.min(CONNECT_MS, totalMs));
    if (dialled.kind === 'failed') return notConnected(dialled);
    const { socket } = dialled;
    const session = new SmtpSession({ server, socket, name, trusted: trusted(), resumption });
    try {
      await whileAllowed(signal, session, () => session.start(server));
      return session;
    } catch (error) {
      session.destroy();
      throw error;
    }
  }

  const resume = ({ storeId, server: { host, port, security } }: ConnectOptions) =>
    storeId === null || security === 'none' ? null : sessions.resume(storeId, `${host} ${port} ${security}`);

  /**
   * If the server fails while resuming a TLS session, connects once more, which is safe because no message
   * has begun.
   */
  async function open(job: ConnectOptions): Promise<SmtpSession | DeliveryResult> {
    const { server, signal } = job;
    const resumption = resume(job);
    try {
      return await start(job, resumption).catch((error) => {
        resumption?.fail();
        if (!resumption?.session || isServerReply(error) || signal.aborted) throw error;
        return start(job, resume(job));
      });
    } catch (error) {
      return signal.aborted ? tooSlow(server, totalMs) : classifySmtpError(error as SmtpError, server, false);
    }
  }

  /** Resolves to `null` if the connection was already dead. Afterward the connection is kept or closed. */
  async function deliver(
    session: SmtpSession,
    job: DeliveryJob,
    isKept: boolean,
  ): Promise<DeliveryResult | null> {
    const { connectionKey, server, mail, beforeData, signal } = job;
    const { maxBytes } = session;
    if (maxBytes !== null && mail.size > maxBytes) {
      connections.keep(connectionKey, server, session);
      return { state: 'too_large', maxBytes };
    }
    const delivery = new Delivery(session, mail, beforeData);
    let carried: DeliveryResult | null = null;
    try {
      carried = await whileAllowed(signal, session, () => delivery.run(server));
    } finally {
      if (carried?.state === 'sent') connections.keep(connectionKey, server, session);
      else await connections.end(connectionKey, session);
    }
    if (carried.state === 'failed' && carried.again && signal.aborted) return tooSlow(server, totalMs);
    return isKept && delivery.gone ? null : carried;
  }

  async function send(job: DeliveryJob): Promise<DeliveryResult> {
    const kept = await connections.take(job.connectionKey, job.server);
    const carried = kept && (await deliver(kept, job, true));
    if (carried) return carried;
    const opened = await open(job);
    return opened instanceof SmtpSession ? ((await deliver(opened, job, false)) as DeliveryResult) : opened;
  }

  const transportOf = (storeId: string | null): MailTransport => ({
    async carry(connectionKey, server, mail, beforeData) {
      const alike = alikeTexts.get(connectionKey) ?? [new SharedPrefixEncoder(), new SharedPrefixEncoder()];
      alikeTexts.set(connectionKey, alike);
      const composed = await tryCompose(mail, alike);
      if ('unsendable' in composed) return failedDelivery(composed.unsendable, false);
      return withTimeout(totalMs, (signal) =>
        send({ storeId, connectionKey, server, mail: composed, beforeData, signal }),
      );
    },
    async compose(mail) {
      const composed = await tryCompose(mail);
      if ('unsendable' in composed) return composed;
      return { source: Buffer.concat(composed.pieces).toString() };
    },
    disconnect(connectionKey) {
      alikeTexts.delete(connectionKey);
      return connections.disconnect(connectionKey);
    },
    greet: (server) =>
      withTimeout(totalMs, async (signal) => {
        const opened = await open({ storeId: null, server, signal });
        if (!(opened instanceof SmtpSession)) return 'sentence' in opened ? opened.sentence : null;
        await opened.end();
        return null;
      }),
    close() {
      alikeTexts.clear();
      return connections.close();
    },
  });
  return { ...transportOf(null), forStore: transportOf };
}

/** IP addresses are in brackets, those of IPv6 with a prefix (RFC 5321, 4.1.3). */
function greetingName(host: string): string {
  if (isIPv4(host)) return `[${host}]`;
  return host.startsWith('[') ? `[IPv6:${host.slice(1)}` : host;
}

async function tryCompose(
  mail: OutgoingMail,
  alike?: SharedPrefixEncoder[],
): Promise<ComposedMail | { unsendable: Message }> {
  try {
    return await compose(mail, alike);
  } catch (error) {
    if (error instanceof UnsendableMail) return { unsendable: error.said };
    throw error;
  }
}

async function whileAllowed<T>(
  signal: AbortSignal,
  session: SmtpSession,
  work: () => Promise<T>,
): Promise<T> {
  const stop = () => session.destroy();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const tooSlow = ({ host }: MailServer, ms: number) =>
  failedDelivery(message('email_timeout', { host, seconds: ms / 1000 }), true);
