import type { SealPlace } from '../../../kernel/ports.ts';

/** What a platform's secret is bound to when it is sealed. */
export const secretPlace = (id: string): SealPlace => ({ table: 'platform_secrets', name: id });
