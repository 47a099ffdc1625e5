import { isWrittenId } from '../../../kernel/id.ts';
import type { Context } from '../../../kernel/operation.ts';
import { openToken, sealToken } from '../../../kernel/sealed-token.ts';
import { storeName } from '../../access/stores/stores.store.ts';
import { maskedAddress } from '../senders/senders.rules.ts';
import { addUnsubscribe, removeUnsubscribe } from './change-unsubscribes.ts';
import { type LinkContent, linkPlace, unsubscribeLinks } from './link.rules.ts';

/** The URL at which the recipient of a mail unsubscribes. */
export async function unsubscribeUrl(
  { baseUrl, storeId, vault }: Pick<Context, 'baseUrl' | 'storeId' | 'vault'>,
  { executionId, ...content }: LinkContent & { executionId: string },
): Promise<string> {
  const token = sealToken(await vault.unlock(), linkPlace(executionId), unsubscribeLinks.write(content));
  return `${baseUrl}/unsubscribe/${storeId}/${executionId}/${token}`;
}

/** The parts of such a URL. */
export interface UnsubscribePath {
  storeId: string;
  executionId: string;
  token: string;
}

/** What a recipient sees and can do. The link does not reveal whether they are unsubscribed. */
export interface UnsubscribeLink {
  storeName: string;
  maskedAddress: string;
  locale: string;
  unsubscribe(): Promise<void>;
  undo(): Promise<void>;
}

/** `null` for any link that we did not make, whatever is wrong with it. */
export async function openUnsubscribeLink(
  contextOf: (storeId: string) => Pick<Context, 'storeId' | 'db' | 'vault'>,
  { storeId, executionId, token }: UnsubscribePath,
): Promise<UnsubscribeLink | null> {
  if (!isWrittenId(storeId) || !isWrittenId(executionId)) return null;
  const ctx = contextOf(storeId);
  const name = await storeName(ctx.db);
  if (name === null) return null;
  const text = openToken(await ctx.vault.unlock(), linkPlace(executionId), token);
  if (text === null) return null;
  const { address, locale } = unsubscribeLinks.read(text);
  return {
    storeName: name,
    maskedAddress: maskedAddress(address),
    locale,
    unsubscribe: () => addUnsubscribe(ctx, address, 'link'),
    undo: async () => void (await removeUnsubscribe(ctx, address)),
  };
}
