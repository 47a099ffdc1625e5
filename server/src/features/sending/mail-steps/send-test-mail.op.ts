import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { invalidField, text } from '../../../kernel/fields.ts';
import { existingId } from '../../../kernel/id.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation, operatorOperation } from '../../../kernel/operation.ts';
import { countTestEmail } from '../../access/limits/limits.store.ts';
import { acceptStep } from '../../delivery/steps/accept-step.ts';
import { stepAnswer } from '../../delivery/steps/steps.schema.ts';
import { languagesNotSent, mailLanguageOf, testVariablesOf } from '../../layouts/compiling/mail-source.ts';
import type { LayoutState } from '../../layouts/content/layout-state.schema.ts';
import { changedLanguage, createdLayout, refuseOtherBodyType } from '../../layouts/content/layouts.rules.ts';
import { createLayoutInput } from '../../layouts/content/layouts.schema.ts';
import { findWholeLayout } from '../../layouts/content/layouts.store.ts';
import { snapshots } from '../../layouts/content/version-snapshot.ts';
import { previewCall, unsavedContent } from '../../layouts/layouts/preview.schema.ts';
import { stateOf } from '../../layouts/saving/save-layout.ts';
import { checkUnsaved } from '../../layouts/saving/validated-languages.ts';
import { mailSteps } from './mail-plan.ts';
import { operatorStepContext } from './operator-steps.ts';
import { sendEmailInput } from './sending.schema.ts';

interface TestEmailRequest {
  /** `null` for a layout that was never saved. */
  layoutId: string | null;
  name: string;
  state: LayoutState;
  /** Whether `state` is the saved one. */
  isSaved: boolean;
  /** Languages that are not sent. None for unsaved content, which is sent in the language it is for. */
  notSent?: ReadonlySet<string> | undefined;
  to: MailAddress;
  locale: string | undefined;
  senderId: string | undefined;
  variables: JsonObject | undefined;
}

/** Keeps only the languages that an email in `locale` is made from. */
const onlyFor = (state: LayoutState, locale: string): LayoutState => ({
  ...state,
  languages: Object.fromEntries(
    Object.entries(state.languages).filter(([each]) => each === locale || each === state.defaultLocale),
  ),
});

/** Sends an email to one address like any other; history lists it as a test. */
async function acceptTest(ctx: Parameters<typeof operatorStepContext>[0], test: TestEmailRequest) {
  const { state, to, locale: asked, notSent } = test;
  const { locale } = mailLanguageOf(state, asked, notSent);
  const variables = test.variables ?? testVariablesOf(state, locale);
  const { value } = await acceptStep(operatorStepContext(ctx), {
    actionType: 'EMAIL',
    actionConfigId: test.layoutId,
    actionConfigName: test.name,
    trigger: 'test',
    runId: ctx.newId(),
    stepId: null,
    given: { variables, personal: [{ kind: 'email', value: to.address }] },
    input: mailSteps.write({
      ...{ to: [to], cc: [], bcc: [], replyTo: null },
      locale: asked ?? null,
      senderId: test.senderId ?? null,
      variables,
      ...(!test.isSaved && { unsaved: snapshots.write(onlyFor(state, locale)) }),
    }),
  });
  return { value };
}

const { layoutId, senderId, to: recipients, locale: language } = sendEmailInput.shape;
const { bodyType, defaultLocale, attachments } = createLayoutInput.shape;

const content = z.object({ ...unsavedContent, attachments });

/** The saved layout with the sent content in its place, or only the sent content. */
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

/** Sends the content on the screen to one address, and saves nothing (contract: Sending 12). */
export const sendTestMail = appOperation({
  name: 'send_test_mail',
  summary: 'Send a test email to one address, with saved or unsaved content.',
  description:
    'Content that you send replaces the saved content in the language of the test and is validated as on save; without `layout`, it is sent as a separate, unsaved layout. Nothing is saved. The email is sent like any other and appears in history as a test. The test inbox captures it if the store has never had a sender, or if `sender` is `capture`.',
  app: [{ method: 'POST', path: '/mail-tests', role: 'editor' }],
  input: z.object({
    layout: layoutId.optional().describe('ID of the layout, if it was ever saved.'),
    name: text(200)
      .optional()
      .describe('Name in history of a layout that was never saved. Default: its subject.'),
    to: recipients.element,
    sender: senderId,
    locale: defaultLocale.describe('Language to send. Default: the main language.'),
    variables: previewCall.variables.describe(
      'Values of `variables` in the texts. Default: `testVariables` of the language.',
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
      ...(isSaved && { notSent: languagesNotSent(stored) }),
    });
  },
});

export const testMail = operatorOperation({
  name: 'test_mail',
  summary: 'Send the email of a saved layout to one address, with the test variables of its language.',
  description:
    'The email is sent through the sender of the store like any other and appears in history as a test. If the store has never had a sender, the test inbox captures it.',
  command: { words: ['mail', 'test'], store: 'flag' },
  input: z.object({ layout: layoutId, to: recipients.element, locale: language, sender: senderId }),
  output: stepAnswer,
  async run(ctx, { layout, to, locale: wanted, sender }) {
    const stored = await findWholeLayout(ctx.db, existingId(layout));
    if (!stored) throw notFound();
    return acceptTest(ctx, {
      ...{ layoutId: stored.row.id, name: stored.row.name, state: stateOf(stored), isSaved: true },
      notSent: languagesNotSent(stored),
      ...{ to, locale: wanted ?? undefined, senderId: sender ?? undefined, variables: undefined },
    });
  },
});
