import type { Context } from '../../kernel/operation.ts';
import type { OpenVault } from '../../kernel/ports.ts';
import { comparable } from './http-requests.rules.ts';
import { type StoredContent, storedContents, writeMasked } from './mask-stored-requests.store.ts';
import { toStored, unsealRequest } from './save-http-request.ts';

/** Raised when masking learns names or shapes of credentials that stored requests may contain. */
export const MASKING_REVISION = 1;
/** The migration of the release that has this revision: processes of the release before may run for a while after it. */
export const MASKING_MIGRATION = '0069_masked_requests.sql';

type MaskingContext = Pick<Context, 'db' | 'vault' | 'heavy'>;

interface MaskingRun {
  /** Of the request with this ID alone. */
  only?: string;
  isStopping?: () => boolean;
  /** A row that cannot be masked keeps no other one from being masked. */
  onError(error: unknown, row: Pick<StoredContent, 'id' | 'version'>): void;
}

async function maskRow(
  ctx: MaskingContext,
  vault: OpenVault,
  row: StoredContent,
): Promise<'masked' | 'unchanged' | 'changed meanwhile'> {
  const plain = unsealRequest(vault, row);
  const content = await toStored(ctx, vault, row.id, plain);
  const shown = { ...plain, ...row };
  if (JSON.stringify(comparable({ ...shown, ...content })) === JSON.stringify(comparable(shown)))
    return 'unchanged';
  return (await writeMasked(ctx.db, row, content)) ? 'masked' : 'changed meanwhile';
}

/**
 * Masks what requests and their versions show by the rules of today (contract: HTTP requests 5). What they send, their
 * revisions and their times stay as they are. Each row is written on its own, and only if nobody has changed it since it
 * was read, so nothing waits for it.
 */
export async function maskStoredRequests(
  ctx: MaskingContext,
  { only, isStopping = () => false, onError }: MaskingRun,
): Promise<{ masked: number; isComplete: boolean }> {
  let masked = 0;
  let isComplete = true;
  let vault: OpenVault | null = null;
  for await (const row of storedContents(ctx.db, only ?? null)) {
    if (isStopping()) return { masked, isComplete: false };
    vault ??= await ctx.vault.unlock();
    try {
      const outcome = await maskRow(ctx, vault, row);
      if (outcome === 'masked') masked++;
      if (outcome === 'changed meanwhile') isComplete = false;
    } catch (error) {
      isComplete = false;
      onError(error, row);
    }
  }
  return { masked, isComplete };
}
