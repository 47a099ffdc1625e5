import type { Context } from '../../../kernel/operation.ts';
import { sealedPlatformSecrets, secretSealContext } from './platforms.store.ts';

export interface LiveSecrets {
  secrets: string[];
  /** Why the store is suspended; `null` while it is not. */
  suspendedWhy: string | null;
}

/** The secrets that the store's platform may sign with; an unknown store has none. */
export async function livePlatformSecrets({
  db,
  vault,
}: Pick<Context, 'db' | 'vault'>): Promise<LiveSecrets> {
  const rows = await sealedPlatformSecrets(db);
  if (rows.length === 0) return { secrets: [], suspendedWhy: null };
  const open = await vault.unlock();
  return {
    secrets: rows.map(({ id, secret }) => open.open(secretSealContext(id), secret)),
    suspendedWhy: rows[0]?.suspendedWhy ?? null,
  };
}
