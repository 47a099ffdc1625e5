import { message } from '../../kernel/messages/message.ts';
import { plainHost } from './hosts.ts';
import { MAX_URL_LENGTH } from './limits.ts';
import { closedPort, malformed } from './outbound-error.ts';
import { isClosedPort } from './protocol-ports.ts';

/** A url taken apart. */
export interface OutboundTarget {
  /** For the request line and `Host`; without credentials and fragment. */
  url: URL;
  host: string;
  port: number;
  secure: boolean;
  /** `Authorization` from user and password in the url. */
  authorization: string | null;
}

/**
 * The url parser is forgiving: it drops line ends, turns `\` into `/` and skips extra slashes. Such
 * texts are refused instead, because whoever checked the text before may have read another host in it.
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
  const host = plainHost(url.hostname);
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
