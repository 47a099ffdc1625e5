import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../kernel/error.ts';
import type { FileStorage } from '../../kernel/ports.ts';

/** No separator and no leading dot, so a name can never become a path. */
const STORE = /^[0-9a-f-]{36}$/;
const KEY = /^[a-z0-9_]{1,100}(?:\.[a-z0-9]{1,10})?$/;
/** A file still being written, before its rename; no key looks like this. */
const UNFINISHED = /^\.[0-9a-f-]{36}$/;

/** Errors that an operator can fix. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'it is not a folder',
  // Node reports this for folders that it cannot create, on a read-only disk too.
  ENOENT: 'it cannot be made',
  EIO: 'the disk does not answer',
};

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Callers of the API may read this, so it does not say where the folder is. */
function toRefusal(error: unknown): unknown {
  const reason = reasons[codeOf(error)];
  return reason
    ? new Refusal('unavailable', `the folder of files (OUTSTEP_FILES) cannot be used: ${reason}`)
    : error;
}

/** For nobody but the user we run as. */
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
async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const unfinished = join(folder, `.${randomUUID()}`);
  try {
    await withHandle(unfinished, 'wx', async (handle) => {
      await handle.writeFile(bytes);
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
    throw toRefusal(error);
  }
}

function storageIn(folder: string): FileStorage {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('a key that is none');
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      pathOf(key);
      await writeWhole(folder, key, bytes).catch((error) => {
        throw toRefusal(error);
      });
    },
    async read(key) {
      const handle = await openToRead(pathOf(key));
      return handle && createReadStream('', { fd: handle });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true }).catch((error) => {
        throw toRefusal(error);
      });
    },
    async clear() {
      await rm(folder, { recursive: true, force: true }).catch((error) => {
        throw toRefusal(error);
      });
    },
  };
}

/** A file in a store's folder, and how old it is. */
export interface Stored {
  /** A key, or the temporary name of a write that never finished. */
  name: string;
  at: Date;
}

export interface FileFolder {
  forStore(storeId: string): FileStorage;
  /** Stores that have a folder. */
  stores(): Promise<string[]>;
  stored(storeId: string): Promise<Stored[]>;
  /** Removes a file by a name that `stored` has listed. */
  discard(storeId: string, name: string): Promise<void>;
  /** Writes, reads and removes a file; rejects with what is wrong. */
  probe(): Promise<void>;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw toRefusal(error);
  }
}

/** Files in a folder of this machine, or of one that all machines share: one folder a store, one file a key. */
export function createFileFolder(root: string): FileFolder {
  const folderOf = (storeId: string) => {
    if (!STORE.test(storeId)) throw new Error('a store id that is none');
    return join(root, storeId);
  };
  return {
    forStore: (storeId) => storageIn(folderOf(storeId)),
    stores: async () => (await namesIn(root)).filter((name) => STORE.test(name)),
    async stored(storeId) {
      const folder = folderOf(storeId);
      const names = (await namesIn(folder)).filter((name) => KEY.test(name) || UNFINISHED.test(name));
      const found = await Promise.all(
        names.map(async (name): Promise<Stored[]> => {
          const known = await stat(join(folder, name)).catch(() => null);
          return known?.isFile() ? [{ name, at: known.mtime }] : [];
        }),
      );
      return found.flat();
    },
    discard: (storeId, name) => rm(join(folderOf(storeId), name), { force: true }),
    async probe() {
      const folder = join(root, '.probe');
      const name = randomUUID();
      const path = join(folder, name);
      try {
        await writeWhole(folder, name, Buffer.from(name));
        const read = await withHandle(path, 'r', (handle) => handle.readFile('utf8'));
        if (read !== name) throw new Error('the folder of files does not give back what was written');
        await rm(path);
      } catch (error) {
        throw toRefusal(error);
      }
    },
  };
}
