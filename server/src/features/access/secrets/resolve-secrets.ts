import { type Message, textOf } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import { type SecretText, unusableSecret } from '../../../kernel/secret.ts';
import {
  forbiddenHost,
  forbiddenInEmail,
  literalOrigin,
  type PermissionsByName,
} from './secret-permissions.rules.ts';
import { readAllSealedSecrets, readSealedSecrets, secretsByName } from './secrets.store.ts';

export interface ResolvedSecrets {
  /** A secret without a value has an empty string. */
  values: Record<string, string>;
  /** Read together with the values, so that checking permissions needs no second query. */
  permissions: PermissionsByName;
}

/** The values and permissions of the named secrets. Unknown names are left out. */
export async function resolveSecrets(ctx: Context, names: Iterable<string>): Promise<ResolvedSecrets> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return { values: {}, permissions: new Map() };
  const vault = await ctx.vault.unlock();
  const rows = await readSealedSecrets(ctx.db, wanted);
  const values = rows.map(({ name, value }) => [
    name,
    value === null ? '' : vault.open({ table: 'secrets', name }, value),
  ]);
  return { values: Object.fromEntries(values), permissions: new Map(rows.map((row) => [row.name, row])) };
}

/** Names and values of all secrets of the store, for output that must not reveal any. */
export async function allSecrets(ctx: Pick<Context, 'db' | 'vault'>): Promise<[string, string][]> {
  const rows = await readAllSealedSecrets(ctx.db);
  if (rows.length === 0) return [];
  const vault = await ctx.vault.unlock();
  return rows.map(({ name, value }) => [name, vault.open({ table: 'secrets', name }, value)]);
}

function forbiddenDestination({ goesTo }: SecretText, names: string[], known: PermissionsByName) {
  if (goesTo === undefined) return null;
  if (goesTo === 'email') return forbiddenInEmail(names, known);
  const url = literalOrigin(goesTo.url);
  return url === null ? null : forbiddenHost(names, known, { url, shownUrl: url });
}

/**
 * The problems that rendering would report for the secrets in these texts, including secrets in branches that
 * are never reached: secrets that are missing or empty, and secrets that are not allowed where the text is
 * sent.
 */
export async function unusableSecrets(
  ctx: Pick<Context, 'db' | 'renderer' | 'storeId'>,
  texts: readonly SecretText[],
): Promise<Message[]> {
  const naming = texts.filter(({ text }) => text.includes('secrets'));
  if (naming.length === 0) return [];
  const used = await ctx.renderer.uses(ctx.storeId, naming);
  // Texts that do not parse are reported by validation.
  if ('problems' in used) return [];
  const names = [...new Set(used.uses.flatMap(({ secrets }) => secrets))];
  if (names.length === 0) return [];
  const known = await secretsByName(ctx.db, names);
  const missing = names.flatMap((name) => unusableSecret(name, known.get(name)?.hasValue) ?? []);
  const forbidden = naming.flatMap((text, i) =>
    (used.uses[i]?.secrets ?? []).flatMap((name) => forbiddenDestination(text, [name], known) ?? []),
  );
  return [...missing, ...new Map(forbidden.map((each) => [textOf(each), each])).values()];
}
