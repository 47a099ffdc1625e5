import { isWrittenId } from '../../../kernel/id.ts';
import type { Context } from '../../../kernel/operation.ts';
import { openToken, sealToken } from '../../../kernel/sealed-token.ts';
import { storeName } from '../../access/stores/stores.store.ts';
import { cleanFilename } from '../../library/files/filenames.rules.ts';
import { findFile } from '../../library/files/files.store.ts';
import { downloadLinks, LINK_PLACE, type OfferedFile } from './link.rules.ts';

/** The URL at which the recipient of a mail downloads a file. */
export async function downloadUrl(
  { baseUrl, storeId, vault }: Pick<Context, 'baseUrl' | 'storeId' | 'vault'>,
  file: OfferedFile,
): Promise<string> {
  const content = downloadLinks.write({ ...file, filename: cleanFilename(file.filename) });
  const token = sealToken(await vault.unlock(), LINK_PLACE, content);
  return `${baseUrl}/download/${storeId}/${token}`;
}

export interface Download {
  filename: string;
  contentType: string;
  size: number;
  /** `null` when its bytes are lost. */
  open(): Promise<NodeJS.ReadableStream | null>;
}

/** `null` for any link that we did not make, and when the file is gone. */
export async function openDownload(
  contextOf: (storeId: string) => Pick<Context, 'db' | 'vault' | 'files'>,
  storeId: string,
  token: string,
): Promise<Download | null> {
  if (!isWrittenId(storeId)) return null;
  const { db, vault, files } = contextOf(storeId);
  if ((await storeName(db)) === null) return null;
  const text = openToken(await vault.unlock(), LINK_PLACE, token);
  if (text === null) return null;
  const { fileKey, filename } = downloadLinks.read(text);
  const row = await findFile(db, fileKey);
  return row && { filename, contentType: row.contentType, size: row.size, open: () => files.read(fileKey) };
}
