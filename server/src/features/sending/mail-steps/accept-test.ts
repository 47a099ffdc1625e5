import type { JsonObject } from '../../../kernel/json.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import { acceptStep } from '../../delivery/steps/accept-step.ts';
import { mailLanguageOf, testVariablesOf } from '../../layouts/compiling/mail-source.ts';
import type { LayoutState } from '../../layouts/content/layout-state.schema.ts';
import { snapshots } from '../../layouts/content/version-snapshot.ts';
import { mailSteps } from './mail-plan.ts';
import { operatorStepContext } from './operator-steps.ts';

interface TestEmailRequest {
  /** `null` for a layout that is not saved at all. */
  layoutId: string | null;
  name: string;
  state: LayoutState;
  /** Whether `state` is what is saved. */
  isSaved: boolean;
  to: MailAddress;
  locale: string | undefined;
  senderId: string | undefined;
  variables: JsonObject | undefined;
}

/** The languages that an email in one of them is made from. */
const onlyFor = (state: LayoutState, locale: string): LayoutState => ({
  ...state,
  languages: Object.fromEntries(
    Object.entries(state.languages).filter(([each]) => each === locale || each === state.defaultLocale),
  ),
});

/** Sends an email to one address on the way of every other, and history calls it a test. */
export async function acceptTest(ctx: Parameters<typeof operatorStepContext>[0], test: TestEmailRequest) {
  const { state, to, locale: asked } = test;
  const { locale } = mailLanguageOf(state, asked);
  const { value } = await acceptStep(operatorStepContext(ctx), {
    actionType: 'EMAIL',
    actionConfigId: test.layoutId,
    actionConfigName: test.name,
    trigger: 'test',
    runId: ctx.newId(),
    stepId: null,
    input: mailSteps.write({
      ...{ to: [to], cc: [], bcc: [], replyTo: null },
      locale: asked ?? null,
      senderId: test.senderId ?? null,
      variables: test.variables ?? testVariablesOf(state, locale),
      ...(!test.isSaved && { unsaved: snapshots.write(onlyFor(state, locale)) }),
    }),
  });
  return { value };
}
