import type { SealPlace } from '../../kernel/ports.ts';

/** What the address of an erasure is bound to when it is sealed. */
export const erasurePlace = (id: string): SealPlace => ({ table: 'erasures', name: id });
