import { z } from 'zod';
import { clearableText } from '../../../kernel/fields.ts';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { followMainLanguage } from '../content/follow.rules.ts';
import { hashOf } from '../content/hash-text.ts';
import { etagOfLayout, layoutChangedSince, requireWholeLayout } from '../content/layout-document.ts';
import { applyLayoutChange, sendsText } from '../content/layouts.rules.ts';
import { updateLayoutInput, writtenLayout } from '../content/layouts.schema.ts';
import { viewWritten } from '../content/layouts.view.ts';
import { saveLayout } from '../saving/save-layout.ts';
import { withLanguages } from '../translations/translations.rules.ts';
import { changeTranslations } from '../translations/translations.schema.ts';

const MAX_NOTE = 200;

export const updateAllLanguages = appOperation({
  name: 'update_all_languages',
  summary:
    'Change several languages of an email layout in one version, carrying over block and style changes of the main language.',
  app: [{ method: 'PUT', path: '/email-templates/:id/all-languages', role: 'editor' }],
  input: z.object({
    ...{ id: idInput('layout'), ...updateLayoutInput.shape },
    translations: changeTranslations.optional(),
    follow: z
      .boolean()
      .optional()
      .describe('Whether the other languages follow changes to blocks and styles. Default: `true`.'),
    note: clearableText(MAX_NOTE).optional().describe('Summary of the version in the list of versions.'),
  }),
  output: writtenLayout,
  errorKinds: ['not_found', 'stale'],
  find: requireWholeLayout,
  etagOf: ({ row }) => etagOfLayout(row),
  changedSince: (ctx, { row }, version) => layoutChangedSince(ctx, row, version),
  async run(ctx, { id: _id, translations = {}, follow = true, note = '', ...sent }, found, auditRows) {
    const hash = hashOf(ctx);
    let main = found.row.defaultLocale;
    const row = await saveLayout(ctx, found, {
      auditRows,
      ...(note.trim() !== '' && { summary: note.trim() }),
      async change(state) {
        const next = applyLayoutChange(state, sent);
        main = next.defaultLocale;
        const all = follow ? await followMainLanguage(state, next, hash, yieldToEventLoop) : next;
        return withLanguages(all, translations, hash, yieldToEventLoop);
      },
      written: () => [...(sendsText(sent) ? [main] : []), ...Object.keys(translations)],
      fieldsOf: (locale) => (locale === main ? [] : ['translations', locale]),
    });
    return { value: viewWritten(row), etag: etagOfLayout(row) };
  },
});
