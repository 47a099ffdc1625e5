import { z } from 'zod';
import { invalidField } from '../../../kernel/fields.ts';
import { idInput } from '../../../kernel/id.ts';
import { localeField } from '../../../kernel/locale.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { hashOf } from '../content/hash-text.ts';
import { mainContentOf } from '../content/languages.rules.ts';
import { etagOfLayout, layoutChangedSince, requireWholeLayout } from '../content/layout-document.ts';
import type { LayoutState } from '../content/layout-state.schema.ts';
import { wholeLayoutQuery } from '../content/layouts.store.ts';
import type { HashText } from '../content/stale.rules.ts';
import { saveAndRead } from '../saving/save-layout.ts';
import { starterTranslation } from '../starter-designs/starter-translation.rules.ts';
import { viewOfLanguage } from './require-translation.ts';
import { refuseMainLanguage, withLanguage } from './translations.rules.ts';
import { translation } from './translations.schema.ts';

/**
 * A copy of the main language in which nothing is translated, except the texts that a starter design
 * provides.
 */
function withNewLanguage(state: LayoutState, locale: string, hash: HashText) {
  refuseMainLanguage(state, locale);
  if (state.languages[locale]) throw invalidField('locale', message('already_a_translation'));
  const starter = starterTranslation(state, locale);
  const { subject } = mainContentOf(state);
  const done = starter?.done ?? [];
  const { subject: own = subject, previewText, bodyDesign } = starter?.content ?? {};
  const sent = { subject: own, ...(starter && { previewText, bodyDesign }) };
  return { state: withLanguage(state, locale, sent, hash, { done }), filled: done.length };
}

export const addLanguage = appOperation({
  name: 'add_language',
  summary:
    'Add a language to a layout as an untranslated copy of the main language. Texts that are still those of a starter design are translated if the starter design exists in that language.',
  app: [{ method: 'POST', path: '/email-templates/:id/languages', role: 'editor' }],
  input: z.object({ id: idInput('layout'), locale: localeField }),
  output: translation.extend({
    filled: z.int().describe('How many texts were translated from a starter design.'),
  }),
  successes: [201],
  errorKinds: ['not_found', 'stale'],
  find: requireWholeLayout,
  etagOf: ({ row }) => etagOfLayout(row),
  changedSince: (ctx, { row }, version) => layoutChangedSince(ctx, row, version),
  async run(ctx, { locale }, found, auditRows) {
    let filled = 0;
    const { saved } = await saveAndRead(
      ctx,
      found,
      {
        auditRows,
        change(state) {
          const added = withNewLanguage(state, locale, hashOf(ctx));
          filled = added.filled;
          return added.state;
        },
      },
      wholeLayoutQuery(found.row.id),
    );
    const value = { ...viewOfLanguage(ctx, saved, locale), filled };
    return { value, status: 201, etag: etagOfLayout(saved.row) };
  },
});
