import type { Context } from '../../../kernel/operation.ts';
import { sealedPlatformSecrets } from './platforms.store.ts';
import { secretPlace } from './secret-place.rules.ts';

/** The secrets that the store's platform may sign with; an unknown store has none. */
export async function livePlatformSecrets({ db, vault }: Pick<Context, 'db' | 'vault'>): Promise<string[]> {
  const rows = await sealedPlatformSecrets(db);
  if (rows.length === 0) return [];
  const open = await vault.unlock();
  return rows.map(({ id, secret }) => open.open(secretPlace(id), secret));
}
