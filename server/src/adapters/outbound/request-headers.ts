import { message } from '../../kernel/messages/message.ts';
import { malformed } from './outbound-error.ts';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Without control characters, which for some servers end the header or the message early. */
const SENDABLE = /^[^\p{Cc}]*$/u;

/** Headers of the message framing or the connection, which we set ourselves. */
const RESERVED = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding'],
  ...['expect', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'http2-settings'],
]);

/** All headers of the request, ready to be sent. */
export function requestHeaders(
  given: Readonly<Record<string, string>>,
  authorization: string | null,
): Record<string, string> {
  const headers = new Map<string, [name: string, value: string]>();
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase();
    if (!TOKEN.test(name)) throw malformed(message('header_name_invalid'));
    if (RESERVED.has(key)) throw malformed(message('header_forbidden', { name }));
    if (!SENDABLE.test(value.replaceAll('\t', ' ')))
      throw malformed(message('header_not_one_line', { name }));
    if (headers.has(key)) throw malformed(message('header_twice', { name }));
    // Non-ASCII text is sent as UTF-8: from here on, the string has one character per byte.
    headers.set(key, [name, Buffer.from(value).toString('latin1')]);
  }
  const addDefaultHeader = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, [name, value]);
  };
  addDefaultHeader('accept', '*/*');
  addDefaultHeader('user-agent', 'Outstep');
  if (authorization !== null) addDefaultHeader('authorization', authorization);
  return Object.fromEntries(headers.values());
}
