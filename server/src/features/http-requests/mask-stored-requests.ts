import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import { isPlainObject } from '../../kernel/plain-object.ts';
import type { OpenVault } from '../../kernel/ports.ts';
import { MASK } from '../records/masking/mask.rules.ts';
import { comparable } from './http-requests.rules.ts';
import { type StoredContent, storedContents, writeMasked } from './mask-stored-requests.store.ts';
import { toStored, unsealRequest } from './save-http-request.ts';

/** Raised when masking learns names or shapes of credentials that stored requests may contain. */
export const MASKING_REVISION = 1;
/**
 * The migration of the release that has this revision. Processes of the previous release may keep running for
 * a while after it.
 */
export const MASKING_MIGRATION = '0069_masked_requests.sql';

type MaskingContext = Pick<Context, 'db' | 'vault' | 'heavy'>;

interface MaskingRun {
  /** Masks only the request with this ID. */
  only?: string;
  isStopping?: () => boolean;
  /** A row that cannot be masked does not stop the others from being masked. */
  onError(error: unknown, row: Pick<StoredContent, 'id' | 'version'>): void;
}

const isTree = (value: Json): value is JsonObject => isPlainObject(value);

/**
 * Keeps what was masked, even if the rules now treat its name as harmless: only a write makes text readable.
 */
function stillHidden(shown: Json, masked: Json): Json {
  if (Array.isArray(shown) && Array.isArray(masked))
    return masked.map((item, i) => stillHidden(shown[i] ?? null, item));
  if (isTree(shown) && isTree(masked))
    return Object.fromEntries(
      Object.entries(masked).map(([name, value]) => [name, stillHidden(shown[name] ?? null, value)]),
    );
  const wasHidden = typeof shown === 'string' && shown.includes(MASK);
  return wasHidden && !String(masked).includes(MASK) ? shown : masked;
}

async function maskRow(
  ctx: MaskingContext,
  vault: OpenVault,
  row: StoredContent,
): Promise<'masked' | 'unchanged' | 'changed meanwhile'> {
  const plain = unsealRequest(vault, row);
  const shown = { ...plain, ...row };
  const masked = await toStored(ctx, vault, row.id, plain);
  const hidden = stillHidden(comparable(shown), comparable({ ...shown, ...masked }));
  if (JSON.stringify(hidden) === JSON.stringify(comparable(shown))) return 'unchanged';
  const content = { ...masked, ...(hidden as object), sealed: masked.sealed ?? row.sealed };
  return (await writeMasked(ctx.db, row, content)) ? 'masked' : 'changed meanwhile';
}

/**
 * Applies the current masking rules to what requests and their versions show (contract: HTTP requests 5).
 * What they send, their revisions and their times do not change. Each row is written on its own, and only if
 * it has not changed since it was read, so no other write waits for it.
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
