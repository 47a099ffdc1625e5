import { createHash, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { BucketLocation } from '../../kernel/file-location.ts';
import type { FileStorage } from '../../kernel/ports.ts';
import { type AllFiles, DamagedFile, type StoredBlob } from './all-files.ts';
import type { BucketClient, BucketTimeouts } from './bucket-client.ts';
import { isKey, isStoreId, requireKey, requireStoreId } from './file-names.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { verifiedStream } from './verified-stream.ts';

const REMOVED_AT_ONCE = 8;

type GetBucketClient = () => Promise<BucketClient>;

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * `null` if there is none. An object without a stored checksum cannot be verified, so it counts as damaged.
 */
async function readWhole(client: BucketClient, key: string) {
  const found = await client.get(key);
  if (!found) return null;
  if (found.sha256 !== null) return verifiedStream(found.content, found.sha256);
  found.content.destroy();
  throw new DamagedFile();
}

async function* removalsBelow(client: BucketClient, prefix: string): AsyncGenerator<() => Promise<void>> {
  for await (const { key } of client.list(prefix)) yield () => client.remove(key);
  for await (const { key, uploadId } of client.listUnfinished(prefix))
    yield () => client.abort(key, uploadId);
}

function storageBelow(prefix: string, connected: GetBucketClient): FileStorage {
  const nameOf = (key: string) => `${prefix}${requireKey(key)}`;
  return {
    async put(key, bytes) {
      const name = nameOf(key);
      await (await connected()).put(name, bytes, { size: bytes.length, sha256: sha256Of(bytes) });
    },
    async read(key) {
      const name = nameOf(key);
      return readWhole(await connected(), name);
    },
    async remove(key) {
      const name = nameOf(key);
      await (await connected()).remove(name);
    },
    async clear() {
      const client = await connected();
      await forEachConcurrently(removalsBelow(client, prefix), REMOVED_AT_ONCE, (remove) => remove());
    },
  };
}

/** Lists all stores at once, because that takes only one request per thousand names. */
async function* filesBelow(prefix: string, connected: GetBucketClient): AsyncGenerator<StoredBlob> {
  const client = await connected();
  const partsOf = (name: string) => {
    const [storeId = '', key = '', ...rest] = name.slice(prefix.length).split('/');
    return isStoreId(storeId) && isKey(key) && rest.length === 0 ? { storeId, key } : null;
  };
  for await (const { key: name, at } of client.list(prefix)) {
    const parts = partsOf(name);
    if (parts) yield { ...parts, at, discard: () => client.remove(name) };
  }
  for await (const { key: name, uploadId, at } of client.listUnfinished(prefix)) {
    const parts = partsOf(name);
    if (parts) yield { ...parts, key: null, at, discard: () => client.abort(name, uploadId) };
  }
}

/**
 * Needs every permission that files need: a login without the permission to list, for example, gets 403 for a
 * missing object.
 */
async function probeBelow(prefix: string, client: BucketClient) {
  const name = `${prefix}${randomUUID()}`;
  const bytes = Buffer.from(name);
  const read = async () => {
    const stream = await readWhole(client, name);
    return stream && text(stream);
  };
  if ((await read()) !== null) throw new Error('the file bucket contains an object that was never written');
  await client.put(name, bytes, { size: bytes.length, sha256: sha256Of(bytes) });
  if ((await read()) !== name) throw new Error('the file bucket does not return what was written');
  // Only lists existing files, because another probe may be running.
  for await (const _ of removalsBelow(client, prefix));
  await client.remove(name);
  if ((await read()) !== null) throw new Error('the file bucket still returns an object that was deleted');
}

/** Files in an S3 bucket or a compatible server: `<prefix><store id>/<key>`. */
export function createFileBucket(location: BucketLocation, patience?: BucketTimeouts): AllFiles {
  const { name, prefix, endpoint } = location;
  let client: Promise<BucketClient> | undefined;
  // The SDK takes a third of a second to load, and most installations use a folder.
  const connected = () => {
    client ??= import('./bucket-client.ts').then(({ createBucketClient }) =>
      createBucketClient(location, patience),
    );
    return client;
  };
  const prefixOf = (storeId: string) => `${prefix}${requireStoreId(storeId)}/`;
  return {
    where: `s3://${name}/${prefix}${endpoint === null ? '' : ` at ${endpoint}`}`,
    forStore: (storeId) => storageBelow(prefixOf(storeId), connected),
    list: () => filesBelow(prefix, connected),
    async find(storeId, key) {
      const path = `${prefixOf(storeId)}${requireKey(key)}`;
      const found = await (await connected()).head(path);
      return found && { size: found.size, at: found.at, digest: async () => found.sha256 };
    },
    async write(storeId, key, content, { size, sha256 }) {
      const path = `${prefixOf(storeId)}${requireKey(key)}`;
      await (await connected()).put(path, verifiedStream(content, sha256), { size, sha256 });
    },
    probe: async () => probeBelow(`${prefix}.probe/`, await connected()),
  };
}
