import type { SealContext } from '../../kernel/ports.ts';

/** Binds the sealed address of an erasure to its row. */
export const erasureSealContext = (id: string): SealContext => ({ table: 'erasures', name: id });
