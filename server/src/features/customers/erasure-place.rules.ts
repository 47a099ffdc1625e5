import type { SealPlace } from '../../kernel/ports.ts';

/** Binds the sealed address of an erasure to its row. */
export const erasurePlace = (id: string): SealPlace => ({ table: 'erasures', name: id });
