import type { Context } from '../../../kernel/operation.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { hashOf } from '../content/hash-text.ts';
import { mainContentOf } from '../content/languages.rules.ts';
import { layoutVersions } from '../content/layout-versions.store.ts';
import { MainTexts } from '../content/stale.rules.ts';
import { unpackWithin } from '../content/version-snapshot.ts';

/**
 * The size of versions read for one response: enough for a layout with a few languages. Beyond it, older source texts
 * are not shown, so that no request blocks others.
 */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Previous source texts by digest. Searches stored versions, newest first, until all are found
 * (contract: The app 16).
 */
export async function findPreviousSourceTexts(
  ctx: Pick<Context, 'db' | 'sha256'>,
  layout: { id: string; version: number },
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  let left = MOST_BYTES;
  let { version } = layout;
  while (found.size < wanted.size) {
    const before = await layoutVersions.findBefore(ctx.db, layout.id, version);
    const unpacked = before && (await unpackWithin(before.kept.snapshot, left));
    if (!unpacked) break;
    version = before.summary.version;
    left -= unpacked.length;
    for (const { digest, text } of new MainTexts(mainContentOf(unpacked.state), hashOf(ctx)).texts)
      if (typeof digest === 'string' && wanted.has(digest)) found.set(digest, text);
    await yieldToEventLoop();
  }
  return found;
}
