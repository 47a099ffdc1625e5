import { notFound } from '../../../kernel/error.ts';
import { existingId } from '../../../kernel/id.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { PresetRow } from './preset-content.rules.ts';
import { findPreset } from './presets.store.ts';

/** The preset that the path names, or 404. */
export async function requirePreset(
  { db }: Pick<Context, 'db'>,
  path: Record<string, string>,
): Promise<PresetRow> {
  const preset = await findPreset(db, existingId(path['id']));
  if (!preset) throw notFound();
  return preset;
}
