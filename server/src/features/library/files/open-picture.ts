import { isUuid } from '../../../kernel/id.ts';
import type { Context } from '../../../kernel/operation.ts';
import { isFileKey } from './file-keys.rules.ts';
import type { FileRow } from './files.schema.ts';
import { findFile } from './files.store.ts';
import { isPicture } from './files.view.ts';

export interface StoredPicture extends Pick<FileRow, 'filename' | 'contentType' | 'size'> {
  /** `null` if its bytes are lost. */
  open(): Promise<NodeJS.ReadableStream | null>;
}

/** An image, for anyone who knows its key; `null` for other and unknown files. */
export async function openPicture(
  contextOf: (storeId: string) => Pick<Context, 'db' | 'files'>,
  storeId: string,
  key: string,
): Promise<StoredPicture | null> {
  if (!isUuid(storeId) || !isFileKey(key)) return null;
  const { db, files } = contextOf(storeId.toLowerCase());
  const row = await findFile(db, key);
  if (!row || !isPicture(row.contentType)) return null;
  const { filename, contentType, size } = row;
  return { filename, contentType, size, open: () => files.read(key) };
}
