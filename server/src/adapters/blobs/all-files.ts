import type { Readable } from 'node:stream';
import { OperationError } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';
import type { FileStorage } from '../../kernel/ports.ts';

/** How long callers should wait before they retry while storage is unusable. */
export const RETRY_SECONDS = 10;

/** A file, or the remains of a write that never finished. */
export interface StoredBlob {
  storeId: string;
  /** `null` for a write that never finished. */
  key: string | null;
  at: Date;
  discard(): Promise<void>;
}

export interface FoundFile {
  size: number;
  at: Date;
  /** SHA-256 in hex; `null` if it was not stored. */
  digest(): Promise<string | null>;
}

/** Facts about a file that are required before it is written. */
export interface StoredFileStat {
  size: number;
  /** The digest in hex. */
  sha256: string;
  /** Preserved where the storage supports it: the sweep finds orphaned files by their age. */
  at: Date;
}

/** The files of all stores, wherever they are kept. */
export interface AllFiles {
  /** The location, for operators. */
  readonly where: string;
  forStore(storeId: string): FileStorage;
  /** The files of all stores, in no particular order. */
  list(): AsyncIterable<StoredBlob>;
  find(storeId: string, key: string): Promise<FoundFile | null>;
  /**
   * Writes the whole file or nothing; rejects if the content does not match the size and digest in `facts`.
   */
  write(storeId: string, key: string, content: Readable, facts: StoredFileStat): Promise<void>;
  /** Tries every file operation on a file that belongs to no store; rejects with the problem. */
  probe(): Promise<void>;
}

/** The bytes differ from those that were written. */
export class DamagedFile extends OperationError {
  constructor() {
    super('unavailable', message('file_damaged'));
  }
}
