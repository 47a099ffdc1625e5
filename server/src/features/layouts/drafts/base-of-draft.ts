import { stale } from '../../../kernel/etag.ts';
import { invalid, invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import { layoutVersions } from '../content/layout-versions.store.ts';
import type { LayoutRow } from '../content/layouts.store.ts';
import { unpackSnapshot } from '../content/version-snapshot.ts';
import { draftedOf, pickLanguages } from './drafts.rules.ts';
import type { DraftLanguages } from './drafts.schema.ts';
import { findLanguages } from './drafts.store.ts';

type LayoutAt = Pick<LayoutRow, 'id' | 'version'>;

async function languagesAt(
  db: Context['db'],
  { id }: LayoutAt,
  version: number,
  locales: readonly string[],
): Promise<DraftLanguages | null> {
  const now = await findLanguages(db, id, locales);
  if (now.some((each) => each.version === version))
    return Object.fromEntries(now.map(({ locale, ...content }) => [locale, draftedOf(content)]));
  const found = await layoutVersions.find(db, id, version);
  if (!found) return null;
  const { languages } = await unpackSnapshot(found.kept.snapshot);
  return Object.fromEntries(Object.entries(languages).map(([locale, each]) => [locale, draftedOf(each)]));
}

/**
 * What the languages said in the version that a draft began from; refused if that is not known any more
 * (contract: Drafts 2).
 */
export async function baseOfDraft(
  db: Context['db'],
  layout: LayoutAt,
  version: number,
  locales: readonly string[],
): Promise<DraftLanguages> {
  if (version > layout.version) throw invalidField('baseVersion', message('unknown_version'));
  const found = await languagesAt(db, layout, version, locales);
  if (!found) throw stale();
  const base = pickLanguages(found, locales);
  if (base) return base;
  const unknown = locales.filter((locale) => !Object.hasOwn(found, locale));
  throw invalid(
    unknown.map((locale) => ({ path: ['languages', locale], reason: message('not_a_language_of_version') })),
  );
}
