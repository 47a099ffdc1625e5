import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, zstdDecompressSync } from 'node:zlib';

const BLOCK = 32_768;
const HEADER = 7;
const FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** A RocksDB log without its record headers, which would interrupt longer texts. */
function recordsOf(log: Buffer): Buffer {
  const records: Buffer[] = [];
  for (let block = 0; block < log.length; block += BLOCK) {
    const end = Math.min(block + BLOCK, log.length);
    for (let at = block; at + HEADER <= end && log[at + 6] !== 0; ) {
      const next = at + HEADER + log.readUInt16LE(at + 4);
      records.push(log.subarray(at + HEADER, next));
      at = next;
    }
  }
  return Buffer.concat(records);
}

/** Everything in it that was compressed with zstd. */
function unpacked(bytes: Buffer): string {
  const texts: string[] = [];
  for (let at = bytes.indexOf(FRAME); at >= 0; at = bytes.indexOf(FRAME, at + 1)) {
    try {
      // Bytes after the frame are ignored.
      const frame = zstdDecompressSync(bytes.subarray(at), { finishFlush: constants.ZSTD_e_flush });
      texts.push(frame.toString('latin1'));
    } catch {
      // Four bytes that only look like the start of a frame.
    }
  }
  return texts.join('\n');
}

/** Every file of the engine's folder, including its own log: as it is, and decompressed. */
export async function filesOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name));
      const whole = [bytes, recordsOf(bytes)];
      return [...whole.map((each) => each.toString('latin1')), ...whole.map(unpacked)].join('\n');
    });
  return (await Promise.all(contents)).join('\n');
}

/** What the engine itself reports about its invocations and their journals. */
export async function readInvocationJournals(adminUrl: string): Promise<string> {
  const ask = async (query: string): Promise<string> => {
    const answer = await fetch(`${adminUrl}/query`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${text}`);
    return text;
  };
  const { rows } = JSON.parse(
    await ask("select table_name from information_schema.tables where table_schema = 'public'"),
  );
  const tables = rows.map(({ table_name }: { table_name: string }) => table_name);
  const contents = tables.map((table: string) => ask(`select * from ${table}`));
  return (await Promise.all(contents)).join('\n');
}
