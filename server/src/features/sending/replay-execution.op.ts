import { z } from 'zod';
import { notFound, Refusal } from '../../kernel/error.ts';
import { existingId, idInput } from '../../kernel/id.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { operatorOperation } from '../../kernel/operation.ts';
import { findExecution } from '../history/index.ts';
import { inputPlace, messagesOf, stepInputOf } from '../ledger/index.ts';
import { takeStep } from '../steps/index.ts';
import { stepAnswer } from '../steps/steps.schema.ts';
import type { MailPlan } from './mail-plan.ts';
import { takerOf } from './operator-steps.ts';

const conflict = (sentence: string) => new Refusal('conflict', sentence);

/** A plan for those whom the mail has not reached. */
function remaining(plan: MailPlan, missed: ReadonlySet<number>): MailPlan {
  return { ...plan, messages: plan.messages.filter((_, i) => missed.has(i + 1)) };
}

export const replayExecution = operatorOperation({
  name: 'replay_execution',
  summary: 'Do a failed execution again, for those whom it has not reached.',
  description:
    'A mail goes to the recipients who did not get it; those of whom nobody can tell are left out unless they are asked for. A call is made again.',
  command: { words: ['execution', 'replay'], store: 'flag' },
  input: z.object({
    id: idInput('execution'),
    includeUnknown: z
      .enum(['true', 'false'])
      .optional()
      .describe('`true`: also to those who may have got it; they may get it twice.'),
  }),
  output: stepAnswer,
  async run(ctx, { id, includeUnknown }) {
    const execution = await findExecution(ctx.db, existingId(id));
    if (!execution) throw notFound();
    if (execution.status !== 'FAILED') throw conflict('only what has failed can be done again');
    const sealed = await stepInputOf(ctx.db, execution.id);
    if (!sealed) throw conflict('what the step was given is not kept any more');
    const vault = await ctx.vault.unlock();
    const given: JsonObject = JSON.parse(vault.open(inputPlace(execution.id), sealed));
    const states = includeUnknown === 'true' ? ['failed', 'unknown'] : ['failed'];
    const messages = await messagesOf(ctx.db, execution.id);
    const missed = new Set(
      messages.filter(({ state }) => states.includes(state)).map(({ position }) => position),
    );
    if (messages.length > 0 && missed.size === 0)
      throw conflict('nobody is left who surely did not get it; includeUnknown asks for the others');
    const input =
      messages.length === 0
        ? given
        : { replay: remaining(given as unknown as MailPlan, missed) as unknown as JsonObject };
    const { value } = await takeStep(takerOf(ctx), {
      actionType: execution.actionType,
      actionConfigId: execution.actionConfigId,
      actionConfigName: execution.actionConfigName,
      trigger: 'replay',
      runId: ctx.newId(),
      stepId: execution.stepId,
      input,
    });
    return { value };
  },
});
