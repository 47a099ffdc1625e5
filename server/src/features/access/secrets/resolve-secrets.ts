import type { Message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { LiquidText } from '../../../kernel/ports.ts';
import { unusableSecret } from '../../../kernel/secret.ts';
import { readAllSealedSecrets, readSealedSecrets, secretsWithValue } from './secrets.store.ts';

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

/** What rendering these texts would say of each secret that they name, reached or not, and cannot have. */
export async function unusableSecrets(
  ctx: Pick<Context, 'db' | 'renderer' | 'storeId'>,
  texts: readonly LiquidText[],
): Promise<Message[]> {
  const naming = texts.filter(({ text }) => text.includes('secrets'));
  if (naming.length === 0) return [];
  const used = await ctx.renderer.uses(ctx.storeId, naming);
  // Texts that do not parse are reported by validation.
  if ('problems' in used) return [];
  const names = [...new Set(used.uses.flatMap(({ secrets }) => secrets))];
  if (names.length === 0) return [];
  const hasValue = await secretsWithValue(ctx.db, names);
  return names.flatMap((name) => unusableSecret(name, hasValue.get(name)) ?? []);
}
