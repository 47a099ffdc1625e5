import { z } from 'zod';
import { isCanonicalId } from '../../../kernel/id.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { SealContext } from '../../../kernel/ports.ts';
import { openToken, sealToken } from '../../../kernel/sealed-token.ts';
import { versioned } from '../../../kernel/versioned.ts';
import { storeName } from '../../access/stores/stores.store.ts';
import { maskedAddress } from '../senders/senders.rules.ts';
import { addUnsubscribe, removeUnsubscribe } from './change-unsubscribes.ts';

const linkContent = z.object({ address: z.string(), locale: z.string() });

/** The recipient of a link, and their language. */
type LinkContent = z.output<typeof linkContent>;

/** Binds a link to the email that it is in. */
const linkSealContext = (executionId: string): SealContext => ({
  table: 'unsubscribe_links',
  name: executionId,
});

export const unsubscribeLinks = versioned<LinkContent>(
  'unsubscribe link',
  z.tuple([z.string(), z.string()]).transform(([address, locale]) => ({ address, locale })),
  linkContent,
);

/** The URL at which the recipient of an email unsubscribes. */
export async function unsubscribeUrl(
  { baseUrl, storeId, vault }: Pick<Context, 'baseUrl' | 'storeId' | 'vault'>,
  { executionId, ...content }: LinkContent & { executionId: string },
): Promise<string> {
  const token = sealToken(
    await vault.unlock(),
    linkSealContext(executionId),
    unsubscribeLinks.write(content),
  );
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

/** `null` for any link that we did not make, whatever is wrong with it (contract: Unsubscribing and erasing 1). */
export async function openUnsubscribeLink(
  contextOf: (storeId: string) => Pick<Context, 'storeId' | 'db' | 'vault'>,
  { storeId, executionId, token }: UnsubscribePath,
): Promise<UnsubscribeLink | null> {
  if (!isCanonicalId(storeId) || !isCanonicalId(executionId)) return null;
  const ctx = contextOf(storeId);
  const name = await storeName(ctx.db);
  if (name === null) return null;
  const text = openToken(await ctx.vault.unlock(), linkSealContext(executionId), token);
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
