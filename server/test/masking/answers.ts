import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** Text as its bytes are sent: Node writes one byte per character, and no control characters into headers. */
const wire = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, ' ');
const token = (text: string) => text.replace(/[^\w!#$%&'*+.^`|~-]/g, '-');

const typed = (response: ServerResponse, type: string) => response.setHeader('content-type', type);
const packed = (coding: string, pack: (text: string) => Buffer) => (response: ServerResponse, texts: Texts) =>
  typed(response, 'text/plain')
    .setHeader('content-encoding', coding)
    .end(pack(lines(texts)));

/** How much of a text history keeps, and how much of that the tool shows. */
const KEPT = 65_536;
const SHOWN = 8_192;
const filled = (length: number) => 'all is well. '.repeat(length / 13 + 1).slice(0, length);

/** In a shorter text, a tenth could be more than the rule leaves. */
const LONG = 400;

type Texts = readonly string[];
const lines = (texts: Texts) => texts.map((text) => `got ${text}`).join('\n');

/** Places with little room: at most 32 KB of headers are read. */
export const isSmall = (place: string) => /header|status|trailer|redirect|cookie/.test(place);

/** Every part of a response that a target writes. */
export const places: Record<string, (response: ServerResponse, texts: Texts) => void> = {
  'the status text': (response, texts) => response.writeHead(200, wire(texts.join(' '))).end('ok'),
  headers: (response, texts) => {
    for (const [i, text] of texts.entries()) response.setHeader(`x-echo-${i}`, wire(text));
    response.end('ok');
  },
  'one header several times': (response, texts) => response.setHeader('x-echo', texts.map(wire)).end('ok'),
  'names of headers': (response, texts) => {
    for (const text of texts) response.setHeader(`x-${token(text)}`, '1');
    response.end('ok');
  },
  cookies: (response, texts) =>
    response
      .setHeader(
        'set-cookie',
        texts.map((text, i) => `c${i}=${wire(text)}; path=/`),
      )
      .end('ok'),
  'plain text': (response, texts) => typed(response, 'text/plain').end(lines(texts)),
  'text in another charset': (response, texts) =>
    typed(response, 'text/plain; charset=iso-8859-15').end(lines(texts)),
  'text in UTF-16': (response, texts) =>
    typed(response, 'text/plain; charset=utf-16le').end(Buffer.from(lines(texts), 'utf16le')),
  'text in latin1 that says nothing': (response, texts) =>
    typed(response, 'text/plain').end(Buffer.from(lines(texts), 'latin1')),
  JSON: (response, texts) =>
    typed(response, 'application/json').end(
      JSON.stringify({ echo: texts, ...Object.fromEntries(texts.map((text) => [text, 1])) }),
    ),
  'JSON in JSON': (response, texts) =>
    typed(response, 'application/json').end(JSON.stringify({ log: JSON.stringify({ echo: texts }) })),
  'lines of JSON': (response, texts) =>
    typed(response, 'application/x-ndjson').end(texts.map((text) => JSON.stringify({ text })).join('\n')),
  HTML: (response, texts) => typed(response, 'text/html').end(`<p>${texts.join('</p><p>')}</p>`),
  XML: (response, texts) =>
    typed(response, 'text/xml').end(
      `<a>${texts.map((text) => `<b c="${text}">${text}</b><![CDATA[${text}]]>`).join('')}</a>`,
    ),
  'a form': (response, texts) =>
    typed(response, 'application/x-www-form-urlencoded').end(
      texts.map((text, i) => `echo${i}=${encodeURIComponent(text)}`).join('&'),
    ),
  'parts of a form': (response, texts) =>
    typed(response, 'multipart/form-data; boundary=cut').end(
      `${texts.map((text, i) => `--cut\r\nContent-Disposition: form-data; name="e${i}"\r\n\r\n${text}`).join('\r\n')}\r\n--cut--`,
    ),
  'columns of CSV': (response, texts) =>
    typed(response, 'text/csv').end(`a;b\n${texts.map((text) => `1;"${text}"`).join('\n')}`),
  gzip: packed('gzip', gzipSync),
  brotli: packed('br', brotliCompressSync),
  deflate: packed('deflate', deflateSync),
  'deflate without its header': packed('deflate', deflateRawSync),
  zstd: packed('zstd', zstdCompressSync),
  'chunks that split every value': (response, texts) => {
    typed(response, 'text/plain');
    const bytes = Buffer.from(lines(texts));
    for (let at = 0; at < bytes.length; at += 67) response.write(bytes.subarray(at, at + 67));
    response.end();
  },
  'trailers of an answer': (response, texts) => {
    typed(response, 'text/plain').setHeader('trailer', 'x-echo');
    response.write('ok');
    response.addTrailers({ 'x-echo': wire(texts.join(' ')) });
    response.end();
  },
  'an answer cut by an echo limit': (response, texts) =>
    response.end(lines(texts.map((text) => (text.length < LONG ? text : text.slice(0, 0.9 * text.length))))),
  'where history cuts': (response, texts) => {
    const [first = '', ...rest] = texts;
    response.end(filled(KEPT - Math.ceil(first.length / 2)) + first + lines(rest));
  },
  'where a tool cuts': (response, texts) => {
    const [first = '', ...rest] = texts;
    response.end(filled(SHOWN - Math.ceil(first.length / 2)) + first + lines(rest));
  },
  'an error': (response, texts) => {
    response.statusCode = 500;
    typed(response, 'text/plain').end(lines(texts));
  },
  'a redirect': (response, texts) =>
    response.writeHead(302, { location: `/elsewhere?for=${encodeURIComponent(texts.join(' '))}` }).end(),
  'a redirect to a host': (response, [text = '']) =>
    response.writeHead(302, { location: `https://${wire(token(text))}.example/` }).end(),
  'nothing of HTTP': (response, texts) => {
    response.socket?.end(Buffer.from(`HTTP/1.1 ${texts.join(' ')}\r\n\r\n`));
  },
};
