import type { Context } from '../../../kernel/operation.ts';
import { readAllSealedSecrets, readSealedSecrets } from './secrets.store.ts';

/** The values of the secrets named, by name; empty where there is none. Unknown names are left out. */
export async function resolveSecrets(ctx: Context, names: Iterable<string>): Promise<Record<string, string>> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return {};
  const vault = await ctx.vault.unlock();
  const rows = await readSealedSecrets(ctx.db, wanted);
  return Object.fromEntries(
    rows.map(({ name, value }) => [
      name,
      value === null ? '' : vault.open({ table: 'secrets', name }, value),
    ]),
  );
}

/** Masking looks for no more values than this. */
const MOST = 1000;

/** Name and value of every secret of the store, for what must not show any of them. */
export async function allSecrets(ctx: Pick<Context, 'db' | 'vault'>): Promise<[string, string][]> {
  const rows = await readAllSealedSecrets(ctx.db, MOST);
  if (rows.length === 0) return [];
  const vault = await ctx.vault.unlock();
  return rows.map(({ name, value }) => [name, vault.open({ table: 'secrets', name }, value)]);
}
