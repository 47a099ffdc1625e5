import { isUuid } from '../../../kernel/id.ts';
import { platformAction } from '../../../kernel/platform-action.ts';
import { allSecrets } from '../../access/secrets/resolve-secrets.ts';
import type { Lane } from '../../delivery/ledger/lanes.rules.ts';
import { acceptStep, type StepContext } from '../../delivery/steps/accept-step.ts';
import { stepAnswer } from '../../delivery/steps/steps.schema.ts';
import { findLayout } from '../../layouts/content/layouts.store.ts';
import { deletedConfig } from '../../records/history/history-configs.store.ts';
import { findSender } from '../senders/find-sender.ts';
import { type MailStepInput, mailSteps } from './mail-plan.ts';
import { sendEmailInput } from './sending.schema.ts';
import { personalDataOfStep } from './step-personal-data.rules.ts';

const layoutNamed = async ({ db }: StepContext, id: string) =>
  (await findLayout(db, id)) ?? (await deletedConfig(db, id, 'EMAIL'));

/**
 * An email to one recipient waits for its sender at once: whoever plans it there sends it too. If the step then turns
 * out to be sent by another sender, its message waits again, with that one.
 */
async function laneOfOne(
  ctx: StepContext,
  { to, cc, bcc }: Pick<MailStepInput, 'to' | 'cc' | 'bcc'>,
  senderId: string | null,
): Promise<Lane | undefined> {
  if (to.length + cc.length + bcc.length > 1) return undefined;
  const sender = await findSender(ctx, senderId);
  return sender?.lane;
}

export const sendEmailStep = platformAction({
  name: 'send-email',
  id: 'send_email',
  summary: 'Send an email from a layout.',
  input: sendEmailInput,
  output: stepAnswer,
  async run(
    ctx: StepContext,
    { layoutId, runId, stepId, workflow, variables, senderId, replyTo, locale, ...whom },
  ) {
    // Asked for together, so that they share a trip.
    const [layout, lane, secrets] = await Promise.all([
      isUuid(layoutId) ? layoutNamed(ctx, layoutId) : null,
      laneOfOne(ctx, whom, senderId ?? null),
      allSecrets(ctx),
    ]);
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
      actionConfigName: layout?.name ?? { unknown: layoutId },
      trigger: 'workflow',
      runId,
      stepId,
      workflow: workflow ?? null,
      lane,
      given: { ...personalDataOfStep(input), secrets },
      input: mailSteps.write(input),
    });
  },
});
