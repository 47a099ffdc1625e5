import { z } from 'zod';
import { isCanonicalId } from '../../../kernel/id.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { SealContext } from '../../../kernel/ports.ts';
import { openToken, sealToken } from '../../../kernel/sealed-token.ts';
import { versioned } from '../../../kernel/versioned.ts';
import { storeName } from '../../access/stores/stores.store.ts';
import { cleanFilename } from '../../library/files/filenames.rules.ts';
import { findFile } from '../../library/files/files.store.ts';

const offeredFile = z.object({
  /** The execution that sent the email. */
  executionId: z.string(),
  fileKey: z.string(),
  filename: z.string(),
});

/** A file that an email links to, with its name in that email. */
type OfferedFile = z.output<typeof offeredFile>;

const LINK_SEAL_CONTEXT: SealContext = { table: 'download_links', name: 'file' };

export const downloadLinks = versioned<OfferedFile>(
  'download link',
  z
    .tuple([z.string(), z.string(), z.string()])
    .transform(([executionId, fileKey, filename]) => ({ executionId, fileKey, filename })),
  offeredFile,
);

/** The URL at which the recipient of an email downloads a file. */
export async function downloadUrl(
  { baseUrl, storeId, vault }: Pick<Context, 'baseUrl' | 'storeId' | 'vault'>,
  file: OfferedFile,
): Promise<string> {
  const content = downloadLinks.write({ ...file, filename: cleanFilename(file.filename) });
  const token = sealToken(await vault.unlock(), LINK_SEAL_CONTEXT, content);
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
  if (!isCanonicalId(storeId)) return null;
  const { db, vault, files } = contextOf(storeId);
  if ((await storeName(db)) === null) return null;
  const text = openToken(await vault.unlock(), LINK_SEAL_CONTEXT, token);
  if (text === null) return null;
  const { fileKey, filename } = downloadLinks.read(text);
  const row = await findFile(db, fileKey);
  return row && { filename, contentType: row.contentType, size: row.size, open: () => files.read(fileKey) };
}
