import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { message } from '../../kernel/messages/message.ts';
import { OutboundError } from './outbound-error.ts';

/** A window of 8 MB, the largest that browsers accept; otherwise a frame may demand 128 MB. */
const ZSTD_WINDOW = 23;
// A body that was cut at our limit ends early; what has arrived still counts.
const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
const zstd = {
  finishFlush: constants.ZSTD_e_flush,
  params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW },
};

/** `deflate` should have zlib's header, but some servers omit it; the low nibble shows which. */
const hasZlibHeader = (first: Buffer) => ((first[0] ?? 0) & 0x0f) === 0x08;

/**
 * Returns the decoder for a `Content-Encoding`; `null` if there is nothing to decode. Only one coding is
 * accepted, because several multiply the size that a small body unpacks to.
 */
export function unpackerFor(encoding: string, host: string): ((first: Buffer) => Transform) | null {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding, ...more] = codings;
  if (coding === undefined) return null;
  if (more.length > 0) throw new OutboundError('bad_answer', message('answer_packed_twice', { host }));
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return () => createGunzip(zlib);
    case 'deflate':
      return (first) => (hasZlibHeader(first) ? createInflate(zlib) : createInflateRaw(zlib));
    case 'br':
      return () => createBrotliDecompress(brotli);
    case 'zstd':
      return () => createZstdDecompress(zstd);
    default:
      throw new OutboundError('bad_answer', message('answer_packed_unknown', { host }));
  }
}
