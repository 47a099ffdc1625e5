import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { othersFirst } from '../../../kernel/others-first.ts';
import { followed } from '../content/follow.rules.ts';
import { applyLayoutChange, sendsText } from '../content/layouts.rules.ts';
import { updateLayoutInput, writtenLayout } from '../content/layouts.schema.ts';
import { viewWritten } from '../content/layouts.view.ts';
import { etagOfLayout, requireWholeLayout } from '../content/require-layout.ts';
import { saveLayout } from '../saving/save-layout.ts';
import { hashOf } from '../translations/require-translation.ts';
import { layoutChangedSince } from '../versions/changed-since.ts';

export const updateAllLanguages = appOperation({
  name: 'update_all_languages',
  summary:
    'Change an email layout, and its other languages likewise: blocks and looks are carried over, texts stay.',
  app: [{ method: 'PUT', path: '/email-templates/:id/all-languages', role: 'editor' }],
  input: z.object({ id: idInput('layout'), ...updateLayoutInput.shape }),
  output: writtenLayout,
  refusals: ['not_found', 'stale'],
  find: requireWholeLayout,
  etagOf: ({ row }) => etagOfLayout(row),
  changedSince: (ctx, { row }, version) => layoutChangedSince(ctx, row.id, version),
  async run(ctx, { id: _id, ...sent }, found, auditRows) {
    let main = found.row.defaultLocale;
    const row = await saveLayout(ctx, found, {
      auditRows,
      change(state) {
        const next = applyLayoutChange(state, sent);
        main = next.defaultLocale;
        return followed(state, next, hashOf(ctx), othersFirst);
      },
      written: () => (sendsText(sent) ? [main] : []),
      fieldsOf: (locale) => (locale === main ? [] : ['translations', locale]),
    });
    return { value: viewWritten(row), etag: etagOfLayout(row) };
  },
});
