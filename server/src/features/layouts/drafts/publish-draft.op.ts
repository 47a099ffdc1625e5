import { z } from 'zod';
import { etagOf, requireMatch } from '../../../kernel/etag.ts';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { followMainLanguage } from '../content/follow.rules.ts';
import { hashOf } from '../content/hash-text.ts';
import { etagOfLayout, layoutChangedSince, requireWholeLayout } from '../content/layout-document.ts';
import { applyLayoutChange } from '../content/layouts.rules.ts';
import { writtenLayout } from '../content/layouts.schema.ts';
import { viewWritten } from '../content/layouts.view.ts';
import { saveLayout } from '../saving/save-layout.ts';
import { withLanguages } from '../translations/translations.rules.ts';
import { unpackLanguages } from './draft-content.ts';
import { draftToUpdate, fieldPathOf } from './drafts.rules.ts';
import { draftRemoval } from './drafts.store.ts';
import { requireDraft } from './require-draft.ts';

/** Saves all languages of a draft on the version it started from, or not at all (contract: Drafts 5). */
export const publishDraft = appOperation({
  name: 'publish_draft',
  summary: 'Save a draft of an email layout as a version.',
  app: [{ method: 'POST', path: '/email-templates/:id/drafts/:draft/publish', role: 'editor' }],
  input: z.object({
    id: idInput('layout'),
    draft: idInput('draft'),
    follow: z
      .boolean()
      .optional()
      .describe(
        'Whether changes to blocks and styles of the main language are carried over to the others. Default: `false`.',
      ),
  }),
  output: writtenLayout,
  errorKinds: ['not_found', 'stale'],
  async find(ctx, path) {
    const found = await requireWholeLayout(ctx, path);
    return { found, draft: await requireDraft(ctx, found.row.id, path['draft']) };
  },
  etagOf: ({ found }) => etagOfLayout(found.row),
  changedSince: (ctx, { found }, version) => layoutChangedSince(ctx, found.row, version),
  async run(ctx, { follow = false }, { found, draft }, auditRows) {
    const hash = hashOf(ctx);
    // Must save on the version the draft started from, even if another save is in progress.
    const held = { ...ctx, ifMatch: [etagOf({ revision: draft.baseVersion })] };
    requireMatch(held.ifMatch, etagOfLayout(found.row));
    const main = found.row.defaultLocale;
    const { sent, translations } = draftToUpdate(await unpackLanguages(draft.content), main);
    const saved = await saveLayout(held, found, {
      // Later changes by the author remain in the draft.
      auditRows: (value) => [...(auditRows?.(value) ?? []), draftRemoval(draft.id, draft.revision)],
      async change(state) {
        const next = applyLayoutChange(state, sent);
        const all = follow ? await followMainLanguage(state, next, hash, yieldToEventLoop) : next;
        return withLanguages(all, translations, hash, yieldToEventLoop);
      },
      written: () => draft.locales,
      fieldsOf: (locale) => fieldPathOf(locale, main),
    });
    return { value: viewWritten(saved), etag: etagOfLayout(saved) };
  },
});
