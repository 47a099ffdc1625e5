import { notFound } from '../../../kernel/error.ts';
import { existingId } from '../../../kernel/id.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { Preset } from './presets.schema.ts';
import { findPreset } from './presets.store.ts';

/** The preset that the path names, or 404. */
export async function requirePreset(
  { db }: Pick<Context, 'db'>,
  path: Record<string, string>,
): Promise<Preset> {
  const preset = await findPreset(db, existingId(path['id']));
  if (!preset) throw notFound();
  return preset;
}
