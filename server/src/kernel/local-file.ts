import { z } from 'zod';
import { schemaMessage } from './fields.ts';

/** A file from outside, with its original name and its content. */
export interface LocalFile {
  name: string;
  bytes: Uint8Array;
}

/** A file that may be too large for memory. Each iteration reads it from its beginning. */
export interface LocalStream {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

const MEGABYTE = 1024 * 1024;

/** The schema of a file in an input; readers may stop after the first byte beyond the limit. */
export const localFile = (maxBytes: number) =>
  z
    .custom<LocalFile>((value) => value !== undefined, { error: schemaMessage('required'), abort: true })
    .refine(({ bytes }) => bytes.length > 0, { error: schemaMessage('empty') })
    .refine(({ bytes }) => bytes.length <= maxBytes, {
      error: schemaMessage('larger_than_mb', { size: maxBytes / MEGABYTE }),
    })
    .meta({ type: 'object' });

/** The schema of a streamed file in an input. */
export const localStream = () =>
  z
    .custom<LocalStream>((value) => value !== undefined, { error: schemaMessage('required') })
    .meta({ type: 'object' });
