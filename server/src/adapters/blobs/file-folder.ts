import { randomUUID } from 'node:crypto';
import { constants, createReadStream, type Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { OperationError } from '../../kernel/error.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { FileStorage } from '../../kernel/ports.ts';
import { type AllFiles, type FoundFile, RETRY_SECONDS, type StoredBlob } from './all-files.ts';
import { isKey, isStoreId, requireKey, requireStoreId } from './file-names.ts';
import { digestOf, verifiedStream } from './verified-stream.ts';

/** A file still being written, before its rename; no key looks like this. */
const UNFINISHED = /^\.[0-9a-f-]{36}$/;

/** Errors that an operator can fix. */
const reasons: Readonly<Record<string, Message>> = {
  EACCES: message('permission_denied'),
  EPERM: message('permission_denied'),
  EROFS: message('storage_read_only'),
  ENOSPC: message('disk_full'),
  EDQUOT: message('disk_quota_used'),
  ENOTDIR: message('not_a_folder'),
  // Node reports this for folders that it cannot create, on a read-only disk too.
  ENOENT: message('folder_not_creatable'),
  EIO: message('disk_silent'),
};

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Callers of the API may read this, so it does not reveal where the folder is. */
function toOperationError(error: unknown): unknown {
  const reason = reasons[codeOf(error)];
  if (!reason) return error;
  return new OperationError('unavailable', message('files_folder_unusable', { why: reason }), {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** Only our own user has access. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

async function withHandle<T>(path: string, flags: string | number, work: (handle: FileHandle) => Promise<T>) {
  const handle = await open(path, flags, FILE_MODE);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** The file appears under its name whole or not at all, even after a power cut. */
async function writeWhole(
  folder: string,
  name: string,
  content: Uint8Array | Readable,
  at?: Date,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const unfinished = join(folder, `.${randomUUID()}`);
  try {
    await withHandle(unfinished, 'wx', async (handle) => {
      await handle.writeFile(content);
      if (at) await handle.utimes(at, at);
      await handle.sync();
    });
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
  await withHandle(folder, 'r', (handle) => handle.sync());
}

async function openToRead(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw toOperationError(error);
  }
}

function storageIn(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, requireKey(key));
  return {
    async put(key, bytes) {
      pathOf(key);
      await writeWhole(folder, key, bytes).catch((error) => {
        throw toOperationError(error);
      });
    },
    async read(key) {
      const handle = await openToRead(pathOf(key));
      return handle && createReadStream('', { fd: handle });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true }).catch((error) => {
        throw toOperationError(error);
      });
    },
    async clear() {
      await rm(folder, { recursive: true, force: true }).catch((error) => {
        throw toOperationError(error);
      });
    },
  };
}

/** A missing folder counts as empty. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw toOperationError(error);
  }
}

async function* filesIn(root: string): AsyncGenerator<StoredBlob> {
  for await (const { name: storeId } of entriesOf(root)) {
    if (!isStoreId(storeId)) continue;
    for await (const { name } of entriesOf(join(root, storeId))) {
      if (!isKey(name) && !UNFINISHED.test(name)) continue;
      const path = join(root, storeId, name);
      const known = await stat(path).catch(() => null);
      if (!known?.isFile()) continue;
      const key = isKey(name) ? name : null;
      yield { storeId, key, at: known.mtime, discard: () => rm(path, { force: true }) };
    }
  }
}

async function findIn(path: string): Promise<FoundFile | null> {
  const handle = await openToRead(path);
  if (!handle) return null;
  const { size, mtime: at } = await handle.stat().finally(() => handle.close());
  return {
    size,
    at,
    async digest() {
      const again = await openToRead(path);
      return again && digestOf(createReadStream('', { fd: again }));
    },
  };
}

/** Files in a local or shared folder: one folder per store, one file per key. */
export function createFileFolder(root: string): AllFiles {
  const folderOf = (storeId: string) => join(root, requireStoreId(storeId));
  return {
    where: root,
    forStore: (storeId) => storageIn(folderOf(storeId)),
    list: () => filesIn(root),
    find: (storeId, key) => findIn(join(folderOf(storeId), requireKey(key))),
    write: (storeId, key, content, { sha256, at }) =>
      writeWhole(folderOf(storeId), requireKey(key), verifiedStream(content, sha256), at).catch((error) => {
        throw toOperationError(error);
      }),
    async probe() {
      const folder = join(root, '.probe');
      const name = randomUUID();
      const path = join(folder, name);
      try {
        await writeWhole(folder, name, Buffer.from(name));
        const read = await withHandle(path, 'r', (handle) => handle.readFile('utf8'));
        if (read !== name) throw new Error('the files folder does not return what was written');
        await rm(path);
      } catch (error) {
        throw toOperationError(error);
      }
    },
  };
}
