const HEAD_BYTES = 9;
const HEADERS = 1;

/**
 * Counts the responses on an HTTP/2 connection by its server's data: each begins with one HEADERS frame. For
 * one connection only; the returned function takes the bytes in any pieces.
 */
export function countHttp2Responses(onAnswer: () => void): (chunk: Buffer) => void {
  let head = Buffer.alloc(0);
  /** Bytes left of the frame that is being skipped. */
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
