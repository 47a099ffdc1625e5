import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { DamagedFile } from './all-files.ts';

/**
 * The same bytes, with the last of them held back until all have been compared with their checksum: whoever reads something
 * else fails before the end, and has never had it whole. Destroying either stream destroys the other.
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
  // Whoever reads gets the error; there is nothing to add.
  return pipeline(content, checking, () => undefined);
}

/** SHA-256 of everything that comes, in hex. */
export async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
