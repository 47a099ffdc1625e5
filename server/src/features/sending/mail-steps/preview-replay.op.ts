import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, idInput } from '../../../kernel/id.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import { appOperation, type Context } from '../../../kernel/operation.ts';
import { type MessageRow, messagesOf } from '../../delivery/ledger/fan-out.store.ts';
import { stepInputOf } from '../../delivery/ledger/ledger.store.ts';
import { stepInputSealContext } from '../../delivery/ledger/step-input.rules.ts';
import { findLayout } from '../../layouts/content/layouts.store.ts';
import { type ExecutionRow, findExecution } from '../../records/history/history.store.ts';
import { maskedAddress } from '../senders/senders.rules.ts';
import { findSuppressed, findUnsubscribed } from '../unsubscribes/find-unsubscribed.ts';
import { mailPlans, recipientsAt, recipientsIn } from './mail-plan.ts';
import { type ReplayGroup, replayPreview } from './replay.schema.ts';

const emptyGroup: ReplayGroup = { send: [], skip: [] };

/** Who would get the email again now, who would not, and why (contract: Sending 16). */
async function groupOf(
  ctx: Context,
  isMarketing: boolean,
  whom: readonly MailAddress[],
): Promise<ReplayGroup> {
  const addresses = whom.map(({ address }) => address);
  const [unsubscribed, suppressed] = await Promise.all([
    findUnsubscribed(ctx, isMarketing ? addresses : []),
    findSuppressed(ctx, addresses),
  ]);
  const skipReasonOf = (address: string) =>
    unsubscribed.has(address) ? 'unsubscribed' : suppressed.has(address) ? 'suppressed' : null;
  const group: ReplayGroup = { send: [], skip: [] };
  for (const address of addresses) {
    const why = skipReasonOf(address);
    if (why === null) group.send.push(maskedAddress(address));
    else group.skip.push({ recipient: maskedAddress(address), why });
  }
  return group;
}

async function previewOf(
  ctx: Context,
  execution: ExecutionRow,
  stored: string,
  messages: readonly MessageRow[],
) {
  if (messages.length === 0) {
    const { actionConfigId } = execution;
    const layout = actionConfigId === null ? null : await findLayout(ctx.db, actionConfigId);
    const isMarketing = layout?.category === 'marketing';
    return { failed: await groupOf(ctx, isMarketing, recipientsIn(stored, false)), unknown: emptyGroup };
  }
  const plan = mailPlans.read(stored);
  const those = (wanted: string) =>
    messages.filter(({ state }) => state === wanted).flatMap(({ position }) => recipientsAt(plan, position));
  const [failed, unknown] = await Promise.all([
    groupOf(ctx, plan.isMarketing, those('failed')),
    groupOf(ctx, plan.isMarketing, those('unknown')),
  ]);
  return { failed, unknown };
}

export const previewReplay = appOperation({
  name: 'preview_replay',
  summary: 'Show who would receive an email if it were resent now, and who would be skipped.',
  app: [{ method: 'GET', path: '/history/:id/replay', role: 'editor' }],
  input: z.object({ id: idInput('execution') }),
  output: replayPreview,
  async find(ctx, path) {
    const row = await findExecution(ctx.db, existingId(path['id']));
    if (!row) throw notFound();
    return row;
  },
  async run(ctx, _input, execution) {
    const sealed = await stepInputOf(ctx.db, execution.id);
    if (!sealed || execution.actionType !== 'EMAIL')
      return { value: { isKept: sealed !== null, failed: emptyGroup, unknown: emptyGroup } };
    const stored = (await ctx.vault.unlock()).open(stepInputSealContext(execution.id), sealed);
    const messages = await messagesOf(ctx.db, execution.id);
    return { value: { isKept: true, ...(await previewOf(ctx, execution, stored, messages)) } };
  },
});
