import { z } from 'zod';
import { notFound, Refusal } from '../../../kernel/error.ts';
import { existingId, idInput } from '../../../kernel/id.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { messagesOf } from '../../delivery/ledger/fan-out.store.ts';
import { stepInputOf } from '../../delivery/ledger/ledger.store.ts';
import { stepInputSealContext } from '../../delivery/ledger/step-input.rules.ts';
import { acceptStep } from '../../delivery/steps/accept-step.ts';
import { stepAnswer } from '../../delivery/steps/steps.schema.ts';
import { findExecution } from '../../records/history/history.store.ts';
import { type MailPlan, mailPlans, mailSteps, recipientsAt } from './mail-plan.ts';
import { operatorStepContext } from './operator-steps.ts';

const conflict = (said: Message) => new Refusal('conflict', said);

const nobody = {
  failed: message('nobody_failed'),
  unknown: message('nobody_unknown'),
};

/** The plan, for the recipients of these messages only. */
function remaining(plan: MailPlan, missed: readonly number[]): MailPlan {
  return { ...plan, messages: missed.flatMap((position) => recipientsAt(plan, position)) };
}

export const replayExecution = operatorOperation({
  name: 'replay_execution',
  summary: 'Do a failed execution again, for those whom it has not reached.',
  description:
    'A mail goes to the recipients who surely did not get it, or, asked for by themselves, to those of whom nobody can tell. A call is made again. Done twice it is done once: what fails again has an id of its own.',
  command: { words: ['execution', 'replay'], store: 'flag' },
  app: [{ method: 'POST', path: '/history/:id/replay', role: 'editor' }],
  input: z.object({
    id: idInput('execution'),
    unknown: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true`: to those who may have got it, and may get it twice, instead.'),
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
      // The same id for the same replay, so that nobody gets it twice because two people asked.
      runId: `replay ${execution.id} ${wanted}`,
      stepId: execution.stepId,
      workflow: execution.workflow,
      input,
    });
    return { value };
  },
});
