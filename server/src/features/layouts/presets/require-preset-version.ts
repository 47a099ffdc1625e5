import { notFound } from '../../../kernel/error.ts';
import type { Context } from '../../../kernel/operation.ts';
import { changedFields, type PresetRow, type PresetVersionRow } from './preset-content.rules.ts';
import { findVersion } from './preset-versions.store.ts';
import { findPreset } from './presets.store.ts';
import { requirePreset } from './require-preset.ts';

/** At most nine digits, which always fit a PostgreSQL integer. */
const NUMBER = /^[1-9][0-9]{0,8}$/;

/** The preset and the version of it that the path names, or 404. */
export async function requirePresetVersion(
  ctx: Pick<Context, 'db'>,
  path: Record<string, string>,
): Promise<{ preset: PresetRow; version: PresetVersionRow }> {
  const preset = await requirePreset(ctx, path);
  const number = path['version'] ?? '';
  const version = NUMBER.test(number) ? await findVersion(ctx.db, preset.id, Number(number)) : null;
  if (!version) throw notFound();
  return { preset, version };
}

/** Members that differ from a version; `null` if that one is not kept. */
export async function presetChangedSince(
  { db }: Pick<Context, 'db'>,
  { id }: Pick<PresetRow, 'id'>,
  revision: number,
): Promise<string[] | null> {
  // Read anew: what the call had found may be the very revision that another writer has replaced since.
  const [now, then] = await Promise.all([findPreset(db, id), findVersion(db, id, revision)]);
  return now && then ? changedFields(then, now) : null;
}
