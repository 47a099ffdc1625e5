import type { SealContext } from '../../../kernel/ports.ts';

/** What a platform's secret is bound to when it is sealed. */
export const secretSealContext = (id: string): SealContext => ({ table: 'platform_secrets', name: id });
