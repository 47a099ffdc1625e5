import { differences } from '../../../kernel/differences.ts';
import { notFound } from '../../../kernel/error.ts';
import { etagOf } from '../../../kernel/etag.ts';
import { existingId } from '../../../kernel/id.ts';
import type { Json } from '../../../kernel/json.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { DocumentKind } from '../../documents/document-kind.ts';
import { versionsOf } from '../../documents/version-operations.ts';
import type { LayoutState } from './layout-state.schema.ts';
import { layoutVersions } from './layout-versions.store.ts';
import { findLayout, findWholeLayout, type LayoutRow, type StoredLayout } from './layouts.store.ts';
import { viewSnapshot } from './layouts.view.ts';
import { unpackSnapshot } from './version-snapshot.ts';
import type { LayoutVersionSummary } from './versions.schema.ts';

/** Keys translations by locale, so that adding one does not shift the others. */
function comparable(state: LayoutState): Json {
  const { layout, translations } = viewSnapshot(state);
  const byLocale = translations.map(({ locale, ...content }) => [locale, content]);
  return { layout, translations: Object.fromEntries(byLocale) } as unknown as Json;
}

/** Names the changed members of the layout and of its languages. */
function changedMembers(before: LayoutState, after: LayoutState): string[] {
  const names = differences(comparable(before), comparable(after)).map(({ path: [where, name] }) =>
    where === 'layout' ? String(name) : `${String(where)}.${String(name)}`,
  );
  return [...new Set(names)];
}

export const layoutKind: DocumentKind<LayoutRow, LayoutVersionSummary, { snapshot: Buffer }, LayoutState> = {
  noun: 'layout',
  versions: layoutVersions,
  find: findLayout,
  revisionOf: ({ version }) => version,
  current: async (db, { id, version }) => (await layoutVersions.find(db, id, version))?.kept ?? null,
  reader:
    async () =>
    (_id, { snapshot }) =>
      unpackSnapshot(snapshot),
  comparable,
  changedMembers,
};

export const versionsOfLayout = versionsOf(layoutKind);

/** The layout identified by a path, without its content. */
export const requireLayout = versionsOfLayout.requireDocument;
export const layoutChangedSince = versionsOfLayout.changedSince;

/** Every write makes a version, so the version is the revision. */
export const etagOfLayout = ({ version }: { version: number }) => etagOf({ revision: version });

/** The layout identified by a path, with all its languages. */
export async function requireWholeLayout(
  { db }: Pick<Context, 'db'>,
  { id }: Record<string, string>,
): Promise<StoredLayout> {
  const stored = await findWholeLayout(db, existingId(id));
  if (!stored) throw notFound();
  return stored;
}
