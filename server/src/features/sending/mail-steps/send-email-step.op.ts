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
 * An email to a single recipient is queued in its sender's lane right away: the worker that plans it there
 * also sends it. If the step turns out to use another sender, its message is queued again in that sender's
 * lane.
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
    // Queried together, so that they share a round trip.
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
