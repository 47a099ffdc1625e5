import { notFound } from '../../../kernel/error.ts';
import type { Context } from '../../../kernel/operation.ts';
import { requireLayout } from '../content/require-layout.ts';
import { findVersionRow, type VersionRow } from './versions.store.ts';

type Path = Record<string, string>;

/** At most nine digits, which always fit a PostgreSQL integer. */
const NUMBER = /^[1-9][0-9]{0,8}$/;

/** A version of the layout; anything but a number is not found. */
export async function versionOf(
  { db }: Pick<Context, 'db'>,
  layoutId: string,
  number = '',
): Promise<VersionRow> {
  const row = NUMBER.test(number) ? await findVersionRow(db, layoutId, Number(number)) : null;
  if (!row) throw notFound();
  return row;
}

export async function requireVersion(ctx: Pick<Context, 'db'>, path: Path) {
  const { id: layoutId } = await requireLayout(ctx, path);
  return { layoutId, row: await versionOf(ctx, layoutId, path['version']) };
}
