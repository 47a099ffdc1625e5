import type { AuditRows } from '../../../kernel/audit.ts';
import { notFound, Refusal } from '../../../kernel/error.ts';
import { etagOf, requireMatch } from '../../../kernel/etag.ts';
import type { PersonContext } from '../../../kernel/operation.ts';
import { requireCompiles, requireUsersCompile, saveFileReferences } from './check-preset.ts';
import { type PresetContent, presetSummary } from './preset-content.rules.ts';
import { unrecordedVersion, type VersionMark, versionRows } from './preset-versions.store.ts';
import type { Preset } from './presets.schema.ts';
import { changePreset, lockPreset } from './presets.store.ts';
import { requirePreset } from './require-preset.ts';

/** A change to a preset. `change` may be called more than once, and refuses by throwing. */
interface PresetWrite {
  change(content: PresetContent): PresetContent;
  /** By default the app. */
  source?: VersionMark['source'];
  /** By default made from what changed. */
  summary?: string;
  auditRows: AuditRows | undefined;
}

/** A round is lost only to another writer; nobody loses this many in a row. */
const MAX_ROUNDS = 20;

/** Compiling may take a second, so it is done before anything is locked. */
async function check(ctx: PersonContext, before: Preset, after: PresetContent): Promise<void> {
  if (JSON.stringify(before.blocks) === JSON.stringify(after.blocks)) return;
  await requireCompiles(ctx, after.blocks);
  await requireUsersCompile(ctx, before.id, after.blocks);
}

/** Every change to an existing preset goes through here and is a version. */
export async function savePreset(ctx: PersonContext, found: Preset, write: PresetWrite): Promise<Preset> {
  const { storeId, actor } = ctx;
  const { id } = found;
  let before = found;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const seen = before;
    const after = write.change(seen);
    await check(ctx, seen, after);
    const isSaved = await ctx.db.transaction(async (tx) => {
      const current = await lockPreset(tx, id);
      if (!current) throw notFound();
      // Checked again under the lock: another writer may have been faster.
      requireMatch(ctx.ifMatch, etagOf(current));
      if (current.revision !== seen.revision) return false;
      await tx.batch([unrecordedVersion(id), changePreset(id, after)]);
      await saveFileReferences(tx, { storeId, id }, after.blocks);
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
