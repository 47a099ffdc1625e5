import { z } from 'zod';
import type { SealPlace } from '../../../kernel/ports.ts';

/** A file that a mail offers as a link, by the name it has there. */
export interface OfferedFile {
  /** The mail's. */
  executionId: string;
  fileKey: string;
  filename: string;
}

const content = z.tuple([z.string(), z.string(), z.string()]);

export const LINK_PLACE: SealPlace = { table: 'download_links', name: 'file' };

export const writeLink = ({ executionId, fileKey, filename }: OfferedFile) =>
  JSON.stringify([executionId, fileKey, filename]);

export function readLink(text: string): OfferedFile {
  const [executionId, fileKey, filename] = content.parse(JSON.parse(text));
  return { executionId, fileKey, filename };
}
