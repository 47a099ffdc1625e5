import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { DamagedFile } from './all-files.ts';

/**
 * The same bytes, but the last chunk is held back until the checksum of all has been verified: a reader of
 * damaged content fails before the end and never gets all of it. Destroying either stream destroys the other.
 */
export function verifiedStream(content: Readable, sha256: string): Readable {
  const hash = createHash('sha256');
  let last: Buffer | null = null;
  const checking = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      const previous = last;
      last = chunk;
      done(null, previous);
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, last);
      else done(new DamagedFile());
    },
  });
  // The reader already gets the error.
  return pipeline(content, checking, () => undefined);
}

/** SHA-256 of the whole content, in hex. */
export async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
