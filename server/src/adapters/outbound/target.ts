import { message } from '../../kernel/messages/message.ts';
import { normalizeHostname } from './hosts.ts';
import { MAX_URL_LENGTH } from './limits.ts';
import { closedPort, malformed } from './outbound-error.ts';

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/**
 * Ports of protocols that may interpret an HTTP request as commands: the list that browsers block
 * (fetch.spec.whatwg.org, "bad port"), and those of common databases and queues.
 */
const CLOSED = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601],
  ...[636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000],
  ...[6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  // SMB, SOCKS, SQL Server, Oracle, MQTT, ZooKeeper, MySQL, RDP, SVN, PostgreSQL, AMQP, VNC, Redis
  ...[445, 873, 1080, 1433, 1434, 1521, 1883, 2181, 3306, 3389, 3690, 5432, 5433, 5671, 5672],
  ...[...range(5900, 5903), ...range(6379, 6381), 26379],
  // Cassandra, Kafka, memcached, MongoDB
  ...[7000, 7001, 9042, 9092, 11211, ...range(27017, 27019)],
]);

const MAIL = new Set([25, 465, 587]);

export type Protocol = 'http' | 'mail';

export const isClosedPort = (port: number, protocol: Protocol) =>
  CLOSED.has(port) && !(protocol === 'mail' && MAIL.has(port));

/** The parts of a URL. */
export interface OutboundTarget {
  /** For the request line and `Host`; without credentials and fragment. */
  url: URL;
  host: string;
  port: number;
  secure: boolean;
  /** `Authorization` from the user and password in the URL. */
  authorization: string | null;
}

/**
 * The URL parser is forgiving: it drops line breaks, turns `\` into `/` and skips extra slashes. Such URLs
 * are rejected instead, because an earlier check may have read another host in them.
 */
export function readTarget(text: string): OutboundTarget {
  if (text.length > MAX_URL_LENGTH) throw malformed(message('url_too_long', { max: MAX_URL_LENGTH }));
  if (/\p{Cc}/u.test(text)) throw malformed(message('url_control_characters'));
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (!authority) throw malformed(message('url_not_http'));
  if (/[\\\s]|@.*@/.test(authority)) throw malformed(message('url_host_ambiguous'));
  const url = URL.parse(text);
  if (!url) throw malformed(message('url_invalid'));

  const authorization = basicAuthorization(url);
  url.username = '';
  url.password = '';
  url.hash = '';
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const host = normalizeHostname(url.hostname);
  if (isClosedPort(port, 'http')) throw closedPort(host, port);
  return { url, host, port, secure, authorization };
}

function basicAuthorization({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  } catch {
    throw malformed(message('url_credentials_malformed'));
  }
}
