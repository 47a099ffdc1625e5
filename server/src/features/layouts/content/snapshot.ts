import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { LayoutState } from './layout-state.schema.ts';

/** A whole layout as a version keeps it. */
export const packed = (state: LayoutState): Buffer => zstdCompressSync(JSON.stringify(state));
export const unpacked = (snapshot: Buffer): LayoutState =>
  JSON.parse(zstdDecompressSync(snapshot).toString());
