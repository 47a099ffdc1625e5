import type { AuditRows } from '../../../kernel/audit.ts';
import { notFound, Refusal } from '../../../kernel/error.ts';
import { etagOf, requireMatch } from '../../../kernel/etag.ts';
import type { PersonContext } from '../../../kernel/operation.ts';
import { requireCompiles, requireUsersCompile, saveFileReferences } from './check-preset.ts';
import {
  changedLanguages,
  everyLanguage,
  type PresetContent,
  type PresetRow,
  presetSummary,
} from './preset-content.rules.ts';
import { unrecordedVersion, type VersionMark, versionRows } from './preset-versions.store.ts';
import { changePreset, lockPreset } from './presets.store.ts';
import { requirePreset } from './require-preset.ts';

/** A change to a preset. `change` may be called more than once, and refuses by throwing. */
interface PresetWrite {
  change(content: PresetContent): PresetContent | Promise<PresetContent>;
  /** By default the app. */
  source?: VersionMark['source'];
  /** By default made from what changed. */
  summary?: string;
  auditRows: AuditRows | undefined;
}

/** A round is lost only to another writer; nobody loses this many in a row. */
const MAX_ROUNDS = 20;

/** Compiling may take a second, so it is done before anything is locked. */
async function check(ctx: PersonContext, before: PresetRow, after: PresetContent): Promise<void> {
  const changed = changedLanguages(before, after);
  for (const language of changed) await requireCompiles(ctx, language);
  await requireUsersCompile(ctx, before, after, new Set(changed.map(({ locale }) => locale)));
}

/** Every change to an existing preset goes through here and is a version. */
export async function savePreset(
  ctx: PersonContext,
  found: PresetRow,
  write: PresetWrite,
): Promise<PresetRow> {
  const { storeId, actor } = ctx;
  const { id } = found;
  let before = found;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const seen = before;
    const after = await write.change(seen);
    await check(ctx, seen, after);
    const isSaved = await ctx.db.transaction(async (tx) => {
      const current = await lockPreset(tx, id);
      if (!current) throw notFound();
      // Checked again under the lock: another writer may have been faster.
      requireMatch(ctx.ifMatch, etagOf(current));
      if (current.revision !== seen.revision) return false;
      await tx.batch([unrecordedVersion(id), changePreset(id, after)]);
      await saveFileReferences(tx, { storeId, id }, everyLanguage(after));
      const mark: VersionMark = {
        source: write.source ?? ctx.via,
        author: { type: actor.type, name: actor.name },
        summary: write.summary ?? presetSummary(seen, after),
      };
      await tx.batch([...versionRows(id, mark), ...(write.auditRows?.() ?? [])]);
      return true;
    });
    before = await requirePreset(ctx, { id });
    if (isSaved) return before;
  }
  throw new Refusal('unavailable', 'others keep changing this preset: try again');
}
