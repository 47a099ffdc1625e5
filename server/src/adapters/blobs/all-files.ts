import type { Readable } from 'node:stream';
import { Refusal } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';
import type { FileStorage } from '../../kernel/ports.ts';

/** Until when storage that cannot be used may be usable again, for callers who try again. */
export const RETRY_SECONDS = 10;

/** A file, or what is left of a write that never finished. */
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
  /** SHA-256 in hex; `null` where nobody has written it down. */
  digest(): Promise<string | null>;
}

/** What is known of a file before it is written. */
export interface StoredFileStat {
  size: number;
  /** The digest in hex. */
  sha256: string;
  /** Preserved where the storage supports it: the sweep finds orphaned files by their age. */
  at: Date;
}

/** The files of all stores, whatever they are kept in. */
export interface AllFiles {
  /** The location, for operators. */
  readonly where: string;
  forStore(storeId: string): FileStorage;
  /** The files of all stores, in no particular order. */
  list(): AsyncIterable<StoredBlob>;
  find(storeId: string, key: string): Promise<FoundFile | null>;
  /** Writes whole or not at all; rejects when the content is not what the facts say. */
  write(storeId: string, key: string, content: Readable, facts: StoredFileStat): Promise<void>;
  /** Does with a file of no store everything that is done with files; rejects with what is wrong. */
  probe(): Promise<void>;
}

/** Bytes that are not those that were written. */
export class DamagedFile extends Refusal {
  constructor() {
    super('unavailable', message('file_damaged'));
  }
}
