import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { localeField } from '../../../kernel/locale.ts';
import { operation } from '../../../kernel/operation.ts';
import { updatingTool } from '../../../kernel/tool-annotations.ts';
import { hashOf } from '../content/hash-text.ts';
import { etagOfLayout, layoutChangedSince, requireWholeLayout } from '../content/layout-document.ts';
import { warnings } from '../content/layouts.schema.ts';
import { wholeLayoutQuery } from '../content/layouts.store.ts';
import { type LayoutWrite, saveAndRead } from '../saving/save-layout.ts';
import { viewOfLanguage } from './require-translation.ts';
import { withLanguage } from './translations.rules.ts';
import { putTranslationInput, translation, upToDatePaths } from './translations.schema.ts';

export const putTranslation = operation({
  name: 'put_translation',
  summary: 'Create or replace a language of a layout.',
  description:
    'Keep Liquid tags and URLs unchanged. Fields that you omit stay as they are; a new language gets a copy of the main language, listed in `stale` until it is translated. Texts that you send count as translated, even if they equal those of the main language; an out-of-date text becomes up to date when you change it. Use `done` to specify exactly which texts are up to date.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'PUT', path: '/email-templates/:id/translations/:locale' }],
  tool: {
    name: 'put_translation',
    title: 'Create or replace a language of a layout',
    toolset: 'layouts',
    annotations: updatingTool,
  },
  input: z.object({
    id: idInput('layout'),
    locale: localeField,
    ...putTranslationInput.shape,
    done: upToDatePaths,
  }),
  output: translation.extend({ warnings }),
  successes: [200, 201],
  revised: true,
  guardsRemoval: true,
  find: requireWholeLayout,
  etagOf: ({ row }) => etagOfLayout(row),
  changedSince: (ctx, { row }, version) => layoutChangedSince(ctx, row, version),
  async run(ctx, { id: _id, locale, done: upToDate, ...sent }, found, auditRows) {
    let isNew = false;
    const write: LayoutWrite = {
      auditRows,
      written: () => [locale],
      change(state) {
        isNew = !state.languages[locale];
        return withLanguage(state, locale, sent, hashOf(ctx), { done: upToDate, isReplacement: true });
      },
    };
    const { saved, ...told } = await saveAndRead(ctx, found, write, wholeLayoutQuery(found.row.id));
    const value = { ...viewOfLanguage(ctx, saved, locale), ...(told.warnings.length > 0 && told) };
    return { value, status: isNew ? 201 : 200, etag: etagOfLayout(saved.row) };
  },
});
