import { isUuid } from '../../../kernel/id.ts';
import { platformAction } from '../../../kernel/platform-action.ts';
import { acceptStep, type StepContext } from '../../delivery/steps/accept-step.ts';
import { stepAnswer } from '../../delivery/steps/steps.schema.ts';
import { findLayout } from '../../layouts/content/layouts.store.ts';
import { deletedConfig } from '../../records/history/history-configs.store.ts';
import { type MailStepInput, mailSteps } from './mail-plan.ts';
import { givenTo } from './given.rules.ts';
import { sendEmailInput } from './sending.schema.ts';

export const sendEmailStep = platformAction({
  name: 'send-email',
  summary: 'Send the mail of a layout.',
  input: sendEmailInput,
  output: stepAnswer,
  async run(
    ctx: StepContext,
    { layoutId, runId, stepId, workflow, variables, senderId, replyTo, locale, ...whom },
  ) {
    const layout = isUuid(layoutId)
      ? ((await findLayout(ctx.db, layoutId)) ?? (await deletedConfig(ctx.db, layoutId, 'EMAIL')))
      : null;
    const input: MailStepInput = {
      ...whom,
      variables: variables ?? {},
      senderId: senderId ?? null,
      replyTo: replyTo ?? null,
      locale: locale ?? null,
      ...(workflow !== undefined && { workflow }),
    };
    return acceptStep(ctx, {
      actionType: 'EMAIL',
      actionConfigId: layout?.id ?? null,
      actionConfigName: layout?.name ?? 'unknown layout',
      trigger: 'workflow',
      runId,
      stepId,
      workflow: workflow ?? null,
      given: givenTo(input),
      input: mailSteps.write(input),
    });
  },
});
