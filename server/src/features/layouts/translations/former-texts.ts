import type { Context } from '../../../kernel/operation.ts';
import { othersFirst } from '../../../kernel/others-first.ts';
import { mainOf } from '../content/languages.rules.ts';
import { MainTexts } from '../content/stale.rules.ts';
import { unpackWithin } from '../content/version-snapshot.ts';
import { findVersionBefore } from '../versions/versions.store.ts';
import { hashOf } from './require-translation.ts';

/**
 * How much of the kept versions is read for one answer: a layout of a few languages fits with all of them. Whoever has
 * more loses what the source said long ago, and holds nobody else up.
 */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * What the main language said once, by digest: kept versions are looked through from the newest on until everything
 * is found.
 */
export async function findFormerTexts(
  ctx: Pick<Context, 'db' | 'sha256'>,
  layout: { id: string; version: number },
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  let left = MOST_BYTES;
  let { version } = layout;
  while (found.size < wanted.size) {
    const row = await findVersionBefore(ctx.db, layout.id, version);
    const unpacked = row && (await unpackWithin(row.snapshot, left));
    if (!unpacked) break;
    version = row.version;
    left -= unpacked.length;
    for (const { digest, text } of new MainTexts(mainOf(unpacked.state), hashOf(ctx)).texts)
      if (typeof digest === 'string' && wanted.has(digest)) found.set(digest, text);
    await othersFirst();
  }
  return found;
}
