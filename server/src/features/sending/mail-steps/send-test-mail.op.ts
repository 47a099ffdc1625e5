import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { invalidField, text } from '../../../kernel/fields.ts';
import { existingId } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { countTestEmail } from '../../access/limits/limits.store.ts';
import { stepAnswer } from '../../delivery/steps/steps.schema.ts';
import { mailLanguageOf } from '../../layouts/compiling/mail-source.ts';
import { changedLanguage, createdLayout, refuseOtherBodyType } from '../../layouts/content/layouts.rules.ts';
import { createLayoutInput } from '../../layouts/content/layouts.schema.ts';
import { findWholeLayout } from '../../layouts/content/layouts.store.ts';
import { previewCall, unsavedContent } from '../../layouts/layouts/preview.schema.ts';
import { checkUnsaved } from '../../layouts/saving/check-unsaved.ts';
import { stateOf } from '../../layouts/saving/save-layout.ts';
import { acceptTest } from './accept-test.ts';
import { sendEmailInput } from './sending.schema.ts';

const { layoutId, senderId } = sendEmailInput.shape;
const { bodyType, defaultLocale, attachments } = createLayoutInput.shape;

const content = z.object({ ...unsavedContent, attachments });

/** The layout with what was sent in the place of what is saved, or one of what was sent alone. */
function stateToSend(
  saved: ReturnType<typeof stateOf> | null,
  {
    locale,
    bodyType: kind,
    name,
    ...sent
  }: z.output<typeof content> & {
    locale: string | undefined;
    bodyType: z.output<typeof bodyType>;
    name: string;
  },
) {
  if (saved) {
    refuseOtherBodyType(saved.bodyType, sent);
    return changedLanguage(saved, locale, sent);
  }
  const { subject } = sent;
  if (subject === undefined) throw invalidField('subject', message('required'));
  return createdLayout({ ...sent, subject, name, bodyType: kind, defaultLocale: locale });
}

/** Sends what is on the screen to one address, and saves nothing (contract: Sending 12). */
export const sendTestMail = appOperation({
  name: 'send_test_mail',
  summary: 'Send a mail to one address as it is being written, saved or not.',
  description:
    'Content that is sent stands in for what is saved, in the language of the test, and is checked as when saving; without `layout` it is a layout of its own. Nothing is saved. It is a real mail on the way of every other, and history calls it a test; a store that never had a sender captures it, and so does the sender `capture`.',
  app: [{ method: 'POST', path: '/mail-tests', role: 'editor' }],
  input: z.object({
    layout: layoutId.optional().describe('Id of the layout that is being written, if it was ever saved.'),
    name: text(200)
      .optional()
      .describe('What history calls a layout that was never saved; its subject unless given.'),
    to: sendEmailInput.shape.to.element,
    sender: senderId,
    locale: defaultLocale.describe('The language to send; the main language unless given.'),
    variables: previewCall.variables.describe(
      'What `variables` is in the texts; `testVariables` of the language unless given.',
    ),
    bodyType,
    ...content.shape,
  }),
  output: stepAnswer,
  async run(ctx, { layout, name, to, sender, locale, variables, bodyType: kind, ...sent }) {
    const stored = layout === undefined ? null : await findWholeLayout(ctx.db, existingId(layout));
    if (layout !== undefined && !stored) throw notFound();
    const called = stored?.row.name ?? (name?.trim() || sent.subject || '');
    const isSaved = stored !== null && Object.values(sent).every((value) => value === undefined);
    const state = stateToSend(stored && stateOf(stored), { ...sent, locale, bodyType: kind, name: called });
    if (!isSaved) await checkUnsaved(ctx, state, mailLanguageOf(state, locale).locale);
    await countTestEmail(ctx.db, ctx.storeId);
    return acceptTest(ctx, {
      ...{ layoutId: stored?.row.id ?? null, name: called, state, isSaved },
      ...{ to, locale, senderId: sender ?? undefined, variables: variables ?? undefined },
    });
  },
});
