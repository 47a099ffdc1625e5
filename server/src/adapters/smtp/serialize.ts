import { encode, wrap } from 'nodemailer/lib/base64';
import type MimeNode from 'nodemailer/lib/mime-node';
import { encodeQuotedPrintable, MAX_SLICE_LENGTH } from './quoted-printable.ts';
import type { SharedPrefixEncoder } from './shared-prefix-encoder.ts';

function encodeContent(content: string, encoding: string | false): string {
  if (encoding === 'quoted-printable') return encodeQuotedPrintable(content);
  return encoding === 'base64' ? wrap(encode(content)) : content;
}

/** Headers and content of a part without child parts. */
function serializeLeaf(leaf: MimeNode, content: string, alike: SharedPrefixEncoder | undefined): string {
  const known = alike?.encode(content) ?? null;
  const encoding = known === null ? leaf.getTransferEncoding() : 'quoted-printable';
  // Set once, because determining it again for the headers would scan every character.
  if (encoding) leaf.setHeader('Content-Transfer-Encoding', encoding);
  return `${leaf.buildHeaders()}\r\n\r\n${known ?? encodeContent(content, encoding)}`;
}

/** `null` if it is not text, or too long. */
const textOf = ({ childNodes, content }: MimeNode) =>
  childNodes.length === 0 && typeof content === 'string' && Buffer.byteLength(content) <= MAX_SLICE_LENGTH
    ? content
    : null;

/**
 * Serializes a message that contains only text, byte for byte like nodemailer, but without streams, which
 * cost more than everything else about a message. `null` for any other message. `alike` has an encoder for
 * each text whose prefix messages of one email share.
 */
export function serialize(message: MimeNode, alike: readonly SharedPrefixEncoder[] = []): Buffer | null {
  const { childNodes } = message;
  if (childNodes.length === 0) {
    const content = textOf(message);
    if (content === null) return null;
    const whole = serializeLeaf(message, content, alike[0]);
    return Buffer.from(whole.endsWith('\n') ? whole : whole.replace(/\r?$/, '\r\n'));
  }
  const contents = childNodes.map(textOf);
  if (contents.includes(null)) return null;
  const headers = message.buildHeaders();
  const delimiter = `\r\n--${message.boundary}`;
  const parts = childNodes.map(
    (child, i) => `${delimiter}\r\n${serializeLeaf(child, contents[i] as string, alike[i])}`,
  );
  return Buffer.from(`${headers}\r\n${parts.join('')}${delimiter}--\r\n`);
}
