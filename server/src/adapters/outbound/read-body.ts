import { isUtf8 } from 'node:buffer';
import type { Readable, Transform } from 'node:stream';
import { message } from '../../kernel/messages/message.ts';
import { readUtf8Bytes } from '../../kernel/utf8.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { MIN_AVERAGE_CHUNK_BYTES } from './limits.ts';
import { codeOf, OutboundError } from './outbound-error.ts';

export interface ReceivedBody {
  bytes: Buffer;
  truncated: boolean;
}

/** Limits how many bodies are unpacked concurrently. */
const unpacking = new ConcurrencyLimit(4);

/**
 * Collects the body in one buffer: keeping one-byte chunks separately would cost a hundred times their size.
 */
class BodyCollector {
  #buffer = Buffer.allocUnsafe(16 * 1024);
  #length = 0;

  add(chunk: Buffer): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    chunk.copy(this.#buffer, this.#length);
    this.#length = needed;
  }

  get bytes() {
    return this.#buffer.subarray(0, this.#length);
  }
}

/**
 * Reads up to the limit, or until `isEnough`, and then destroys the source. Uses events, because with an
 * iterator chunks would pile up first. A source that breaks off without an error looks like one that ended.
 */
export function readUpTo(source: Readable, maxBytes: number, isEnough = () => false): Promise<ReceivedBody> {
  const gatherer = new BodyCollector();
  const maxPieces = maxBytes / MIN_AVERAGE_CHUNK_BYTES;
  let pieces = 0;
  return new Promise((resolve, reject) => {
    const done = (truncated: boolean) => resolve({ bytes: gatherer.bytes, truncated });
    const take = (chunk: Buffer) => {
      pieces += 1;
      const left = maxBytes - gatherer.bytes.length;
      gatherer.add(chunk.length > left ? chunk.subarray(0, left) : chunk);
      if (chunk.length <= left && pieces <= maxPieces && !isEnough()) return;
      source.off('data', take);
      done(true);
      source.destroy();
    };
    source.on('data', take);
    source
      .on('end', () => done(false))
      .on('close', () => done(false))
      .on('error', reject);
  });
}

/**
 * Unpacks up to the limit, but only after everything has arrived: unpacking a brotli body may need 16 MB, and
 * a slow sender could occupy that memory indefinitely.
 */
export function decompressBody(
  packed: ReceivedBody,
  maxBytes: number,
  unpack: (all: Buffer) => Transform,
  host: string,
  signal: AbortSignal,
): Promise<ReceivedBody> {
  return unpacking.inTurn(async () => {
    signal.throwIfAborted();
    const unpacker = unpack(packed.bytes);
    unpacker.end(packed.bytes);
    try {
      const { bytes, truncated } = await readUpTo(unpacker, maxBytes);
      return { bytes, truncated: truncated || packed.truncated };
    } catch (error) {
      throw isPackingFault(error) ? corrupt(host) : error;
    }
  });
}

const isPackingFault = (error: unknown) => /^(Z_|ERR__ERROR|ZSTD_)/.test(codeOf(error));

const corrupt = (host: string) => new OutboundError('bad_answer', message('answer_not_unpackable', { host }));

/** Single-byte charsets, in which valid UTF-8 is never the intended text. */
const ONE_BYTE =
  /^(?:windows-125\d|windows-874|iso-8859-\d+(?:-i)?|koi8-[ru]|macintosh|x-mac-cyrillic|ibm866)$/;

/** Targets often declare one charset and send another, and multi-byte UTF-8 is not valid by chance. */
function encodingOf(bytes: Buffer, charset: string): string {
  const { encoding } = new TextDecoder(charset);
  return ONE_BYTE.test(encoding) && isUtf8(bytes) ? 'utf-8' : encoding;
}

/** The charset in `Content-Type` if it is a known one, otherwise UTF-8. */
function namedEncoding(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  try {
    return encodingOf(bytes, charset ?? 'utf-8');
  } catch {
    return 'utf-8';
  }
}

const LATE = /[\x80-\x9f]/g;
const windows = new TextDecoder('windows-1252');

/** Invalid UTF-8 is usually windows-1252, which most software calls latin1. */
const readMixed = (bytes: Buffer) =>
  readUtf8Bytes(bytes.toString('latin1')).replace(LATE, (sign) =>
    windows.decode(Buffer.of(sign.charCodeAt(0))),
  );

/**
 * Decodes with the charset in `Content-Type`, UTF-8 by default. The text remains readable even if the target
 * declares the wrong charset (contract: HTTP requests 10).
 */
export function readText({ bytes, truncated }: ReceivedBody, contentType: string): string {
  const encoding = namedEncoding(bytes, contentType);
  // Drops a character that the limit has cut in two.
  const text = new TextDecoder(encoding).decode(bytes, { stream: truncated });
  return encoding === 'utf-8' && text.includes('\ufffd') && !isUtf8(bytes) ? readMixed(bytes) : text;
}
