import { isUtf8 } from 'node:buffer';
import type { Readable, Transform } from 'node:stream';
import { message } from '../../kernel/messages/message.ts';
import { readUtf8Bytes } from '../../kernel/utf8.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { PIECE_BYTES } from './limits.ts';
import { codeOf, OutboundError } from './outbound-error.ts';

export interface ReceivedBody {
  bytes: Buffer;
  truncated: boolean;
}

/** How many bodies are unpacked at once. */
const unpacking = new ConcurrencyLimit(4);

/** Gathers into one buffer: one-byte chunks kept as they came cost a hundred times their size. */
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
 * Reads up to the limit, or until `isEnough`, and then ends the source. Uses events, because an iterator would let
 * pieces pile up first. A source that breaks off without an error looks like one that ended.
 */
export function readUpTo(source: Readable, maxBytes: number, isEnough = () => false): Promise<ReceivedBody> {
  const gatherer = new BodyCollector();
  const maxPieces = maxBytes / PIECE_BYTES;
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
 * Unpacks up to the limit, only after everything has arrived: a brotli body may need 16 MB to be unpacked, and a slow
 * sender could hold that memory for as long as it likes.
 */
export function unpackBody(
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

/** Charsets of one byte a character, in which UTF-8 is never what it says. */
const ONE_BYTE =
  /^(?:windows-125\d|windows-874|iso-8859-\d+(?:-i)?|koi8-[ru]|macintosh|x-mac-cyrillic|ibm866)$/;

/** A target that says one and sends the other is common, and valid UTF-8 of several bytes is no chance. */
function encodingOf(bytes: Buffer, charset: string): string {
  const { encoding } = new TextDecoder(charset);
  return ONE_BYTE.test(encoding) && isUtf8(bytes) ? 'utf-8' : encoding;
}

/** The charset that `Content-Type` names, if there is such a one; UTF-8 otherwise. */
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

/** What is no UTF-8 though it should be is mostly windows-1252, which most software calls latin1. */
const readMixed = (bytes: Buffer) =>
  readUtf8Bytes(bytes.toString('latin1')).replace(LATE, (sign) =>
    windows.decode(Buffer.of(sign.charCodeAt(0))),
  );

/**
 * In the charset that `Content-Type` names, UTF-8 by default. A text keeps its words whatever its target calls it
 * (contract: HTTP requests 10).
 */
export function readText({ bytes, truncated }: ReceivedBody, contentType: string): string {
  const encoding = namedEncoding(bytes, contentType);
  // A character that the limit cut in two is left out.
  const text = new TextDecoder(encoding).decode(bytes, { stream: truncated });
  return encoding === 'utf-8' && text.includes('\ufffd') && !isUtf8(bytes) ? readMixed(bytes) : text;
}
