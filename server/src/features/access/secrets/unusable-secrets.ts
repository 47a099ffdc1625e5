import type { Message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { LiquidText } from '../../../kernel/ports.ts';
import { unusableSecret } from '../../../kernel/secret.ts';
import { secretsWithValue } from './secrets.store.ts';

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
