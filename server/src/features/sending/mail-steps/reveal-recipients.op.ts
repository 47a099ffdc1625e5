import { z } from 'zod';
import { notFound, OperationError } from '../../../kernel/error.ts';
import { existingId, idInput } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { messagesOf } from '../../delivery/ledger/fan-out.store.ts';
import { stepInputOf } from '../../delivery/ledger/ledger.store.ts';
import { stepInputSealContext } from '../../delivery/ledger/step-input.rules.ts';
import { findExecution } from '../../records/history/history.store.ts';
import { recipientsIn } from './mail-plan.ts';

/** Shows the recipients of one email unmasked, and records who looked (contract: The app 10). */
export const revealRecipients = appOperation({
  name: 'reveal_recipients',
  summary: 'Show the recipients of an email unmasked.',
  description: 'Available while the input of the step is stored, which is for a week after it ends.',
  app: [{ method: 'POST', path: '/history/:id/recipients', role: 'editor' }],
  input: z.object({ id: idInput('execution') }),
  output: z.object({ recipients: z.array(z.object({ name: z.string(), address: z.string() })) }),
  async find(ctx, path) {
    const row = await findExecution(ctx.db, existingId(path['id']));
    if (row?.actionType !== 'EMAIL') throw notFound();
    return row;
  },
  async run(ctx, _input, { id }) {
    const sealed = await stepInputOf(ctx.db, id);
    if (!sealed) throw new OperationError('conflict', message('input_gone'));
    const stored = (await ctx.vault.unlock()).open(stepInputSealContext(id), sealed);
    const isPlanned = (await messagesOf(ctx.db, id)).length > 0;
    return { value: { recipients: recipientsIn(stored, isPlanned) } };
  },
});
