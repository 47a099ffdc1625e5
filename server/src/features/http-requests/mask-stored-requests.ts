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

const isTree = (value: Json): value is JsonObject => isPlainObject(value);

/** Nothing becomes readable that nobody has written, even if the rules now know its name as harmless. */
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
