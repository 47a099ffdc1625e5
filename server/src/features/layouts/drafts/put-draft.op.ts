import { z } from 'zod';
import { OperationError } from '../../../kernel/error.ts';
import { etagOf, namesRevisions, staleError } from '../../../kernel/etag.ts';
import { invalid, invalidField } from '../../../kernel/fields.ts';
import { idInput } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation, type Context } from '../../../kernel/operation.ts';
import { layoutVersions } from '../content/layout-versions.store.ts';
import type { LayoutRow } from '../content/layouts.store.ts';
import { unpackSnapshot } from '../content/version-snapshot.ts';
import { packLanguages } from './draft-content.ts';
import { draftLanguageOf, pickLanguages, requireKindOf } from './drafts.rules.ts';
import { type DraftLanguages, draftSummary, putDraftInput } from './drafts.schema.ts';
import { changeDraftRow, type DraftRow, findLanguages, putDraftRow } from './drafts.store.ts';
import { etagOfDraft, findOwnDraft, viewDraft } from './require-draft.ts';

type LayoutAt = Pick<LayoutRow, 'id' | 'version'>;

async function languagesAt(
  db: Context['db'],
  { id }: LayoutAt,
  version: number,
  locales: readonly string[],
): Promise<DraftLanguages | null> {
  const now = await findLanguages(db, id, locales);
  if (now.some((each) => each.version === version))
    return Object.fromEntries(now.map(({ locale, ...content }) => [locale, draftLanguageOf(content)]));
  const found = await layoutVersions.find(db, id, version);
  if (!found) return null;
  const { languages } = await unpackSnapshot(found.kept.snapshot);
  return Object.fromEntries(
    Object.entries(languages).map(([locale, each]) => [locale, draftLanguageOf(each)]),
  );
}

/**
 * The content of the languages in the version that a draft started from. Rejects a version that no longer
 * exists (contract: Drafts 2).
 */
async function baseOfDraft(
  db: Context['db'],
  layout: LayoutAt,
  version: number,
  locales: readonly string[],
): Promise<DraftLanguages> {
  if (version > layout.version) throw invalidField('baseVersion', message('unknown_version'));
  const found = await languagesAt(db, layout, version, locales);
  if (!found) throw staleError();
  const base = pickLanguages(found, locales);
  if (base) return base;
  const unknown = locales.filter((locale) => !Object.hasOwn(found, locale));
  throw invalid(
    unknown.map((locale) => ({ path: ['languages', locale], reason: message('not_a_language_of_version') })),
  );
}

/** Whether the draft already has the content of all these languages in its starting version. */
const continuesDraft = (draft: DraftRow, baseVersion: number, locales: readonly string[]) =>
  draft.baseVersion === baseVersion && locales.every((locale) => draft.baseLocales.includes(locale));

/** Keeps unsaved work that need not be valid, without a version or an audit entry (contract: Drafts 1). */
export const putDraft = appOperation({
  name: 'put_draft',
  summary: 'Store unsaved work on an email layout.',
  app: [{ method: 'PUT', path: '/email-templates/:id/draft', role: 'editor' }],
  input: z.object({ id: idInput('layout'), ...putDraftInput.shape }),
  output: draftSummary.extend({ revision: z.int() }),
  errorKinds: ['unauthenticated', 'not_found', 'stale'],
  unaudited: true,
  find: findOwnDraft,
  etagOf: ({ draft }) => etagOfDraft(draft),
  async run(ctx, { baseVersion, languages, writer }, { layout, draft }) {
    const { db, actor, storeId } = ctx;
    // Prevents saving what another person wrote in this browser before signing out.
    if (writer !== undefined && writer !== actor.id)
      throw new OperationError('unauthenticated', message('not_signed_in'));
    requireKindOf(layout.bodyType, languages);
    const locales = Object.keys(languages).sort();
    const work = { authorName: actor.name, locales, content: await packLanguages(languages) };
    let kept =
      draft && continuesDraft(draft, baseVersion, locales) ? await changeDraftRow(db, draft, work) : null;
    if (!kept) {
      const base = await baseOfDraft(db, layout, baseVersion, locales);
      const place = { storeId, id: ctx.newId(), layoutId: layout.id, personId: actor.id };
      const from = { baseVersion, baseLocales: locales, base: await packLanguages(base) };
      const revision = namesRevisions(ctx.ifMatch) ? (draft?.revision ?? 0) : null;
      kept = await putDraftRow(db, { ...place, ...from, ...work }, revision);
    }
    if (!kept) throw staleError();
    return { value: { ...viewDraft(actor, kept), revision: kept.revision }, etag: etagOf(kept) };
  },
});
