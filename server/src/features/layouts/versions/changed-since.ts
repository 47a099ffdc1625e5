import { differences } from '../../../kernel/differences.ts';
import type { Json } from '../../../kernel/json.ts';
import type { Context } from '../../../kernel/operation.ts';
import { findLayout } from '../content/layouts.store.ts';
import { unpackSnapshot } from '../content/version-snapshot.ts';
import { findVersionRow } from './versions.store.ts';
import { viewSnapshot } from './versions.view.ts';

/** Translations by locale, so that an added one does not shift the others. */
export async function comparable(snapshot: Buffer): Promise<Json> {
  const { layout, translations } = viewSnapshot(await unpackSnapshot(snapshot));
  const byLocale = translations.map(({ locale, ...content }) => [locale, content]);
  return { layout, translations: Object.fromEntries(byLocale) } as unknown as Json;
}

/** Members of the layout and its languages that differ from a version; `null` if that one is not kept. */
export async function layoutChangedSince(
  { db }: Pick<Context, 'db'>,
  id: string,
  version: number,
): Promise<string[] | null> {
  const current = await findLayout(db, id);
  const rows = [version, current?.version ?? 0].map((number) => findVersionRow(db, id, number));
  const [then, now] = await Promise.all(rows);
  if (!then || !now) return null;
  const changes = differences(await comparable(then.snapshot), await comparable(now.snapshot));
  const names = changes.map(({ path: [where, name] }) =>
    where === 'layout' ? String(name) : `${String(where)}.${String(name)}`,
  );
  return [...new Set(names)];
}
