const HEAD_BYTES = 9;
const HEADERS = 1;

/**
 * Counts the answers on an HTTP/2 connection by what its server says: each begins with one HEADERS frame. Made for one
 * connection; `hear` is given its bytes in any pieces.
 */
export function countHttp2Responses(onAnswer: () => void): (chunk: Buffer) => void {
  let head = Buffer.alloc(0);
  /** Of the frame that is being passed over. */
  let left = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(left, chunk.length - at);
      left -= skipped;
      at += skipped;
      if (left > 0 || at === chunk.length) return;
      const piece = chunk.subarray(at, at + HEAD_BYTES - head.length);
      head = Buffer.concat([head, piece]);
      at += piece.length;
      if (head.length < HEAD_BYTES) return;
      left = head.readUIntBE(0, 3);
      if (head[3] === HEADERS) onAnswer();
      head = Buffer.alloc(0);
    }
  };
}
