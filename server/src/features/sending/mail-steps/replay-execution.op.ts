import { z } from 'zod';
import { notFound, OperationError } from '../../../kernel/error.ts';
import { existingId, idInput } from '../../../kernel/id.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { messagesOf } from '../../delivery/ledger/fan-out.store.ts';
import { stepInputOf } from '../../delivery/ledger/ledger.store.ts';
import { contentOfInput, stepInputSealContext } from '../../delivery/ledger/step-input.rules.ts';
import { acceptStep } from '../../delivery/steps/accept-step.ts';
import { stepAnswer } from '../../delivery/steps/steps.schema.ts';
import { findExecution } from '../../records/history/history.store.ts';
import { type MailPlan, mailPlans, mailSteps, recipientsAt, recipientsIn } from './mail-plan.ts';
import { operatorStepContext } from './operator-steps.ts';
import { personalDataOfStep } from './step-personal-data.rules.ts';

const conflict = (said: Message) => new OperationError('conflict', said);

const nobody = {
  failed: message('nobody_failed'),
  unknown: message('nobody_unknown'),
};

/** The plan, for the recipients of these messages only. */
function remaining(plan: MailPlan, missed: readonly number[]): MailPlan {
  return { ...plan, messages: missed.flatMap((position) => recipientsAt(plan, position)) };
}

/** The input variables of the step, whatever its kind and progress. */
function variablesOf(given: string): JsonObject {
  const content = contentOfInput(given);
  const { variables } = (content['replay'] ?? content) as { variables?: JsonObject };
  return variables ?? {};
}

export const replayExecution = operatorOperation({
  name: 'replay_execution',
  summary: 'Retry a failed execution for the recipients it has not reached.',
  description:
    'Resends an email to the recipients that are known not to have received it or, with `unknown`, to the unconfirmed ones instead. For an HTTP request, repeats the call. A repeated retry runs only once. A failed retry has its own ID, which you can retry.',
  command: { words: ['execution', 'replay'], store: 'flag' },
  app: [{ method: 'POST', path: '/history/:id/replay', role: 'editor' }],
  input: z.object({
    id: idInput('execution'),
    unknown: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true`: resend only to unconfirmed recipients, who may receive the email twice.'),
  }),
  output: stepAnswer,
  async run(ctx, { id, unknown }) {
    const execution = await findExecution(ctx.db, existingId(id));
    if (!execution) throw notFound();
    if (execution.status !== 'FAILED') throw conflict(message('only_failed_replay'));
    const sealed = await stepInputOf(ctx.db, execution.id);
    if (!sealed) throw conflict(message('input_gone'));
    const vault = await ctx.vault.unlock();
    const given = vault.open(stepInputSealContext(execution.id), sealed);
    const wanted = unknown === 'true' ? 'unknown' : 'failed';
    const messages = await messagesOf(ctx.db, execution.id);
    const missed = messages.filter(({ state }) => state === wanted).map(({ position }) => position);
    if (messages.length > 0 && missed.length === 0) throw conflict(nobody[wanted]);
    const recipients = execution.actionType === 'EMAIL' ? recipientsIn(given, messages.length > 0) : [];
    const { warnings } = execution;
    const input =
      messages.length === 0
        ? given
        : mailSteps.write({ replay: remaining(mailPlans.read(given), missed), warnings });
    const { value } = await acceptStep(operatorStepContext(ctx), {
      actionType: execution.actionType,
      actionConfigId: execution.actionConfigId,
      actionConfigName: execution.actionConfigName,
      trigger: 'replay',
      // The same replay has the same ID, so that two requests do not send the email twice.
      runId: `replay ${execution.id} ${wanted}`,
      stepId: execution.stepId,
      workflow: execution.workflow,
      given: personalDataOfStep({ variables: variablesOf(given), to: recipients, cc: [], bcc: [] }),
      input,
    });
    return { value };
  },
});
