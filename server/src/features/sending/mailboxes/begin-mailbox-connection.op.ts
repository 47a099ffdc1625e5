import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { insertAttempt } from './attempts.store.ts';
import {
  attemptSealContext,
  mailboxProofs,
  providerNotConfigured,
  stateOf,
  toOperationError,
} from './mailboxes.rules.ts';
import { provider } from './mailboxes.schema.ts';

const STATE_BYTES = 32;
const ATTEMPT_MS = 10 * 60 * 1000;

export const beginMailboxConnection = appOperation({
  name: 'begin_mailbox_connection',
  summary:
    'Start connecting a Google or Microsoft mailbox and get the page where its owner grants permission to send.',
  description: 'The response of the provider is accepted once, within ten minutes, in this session.',
  app: [{ method: 'POST', path: '/mailbox-connections', role: 'editor' }],
  input: z.object({ provider }),
  output: z.object({ url: z.string().describe('Page of the provider.') }),
  atomic: true,
  async run(ctx, { provider }) {
    if (!ctx.mailboxes.isSetUp(provider)) throw providerNotConfigured(provider);
    const state = stateOf(ctx.storeId, ctx.randomBytes(STATE_BYTES));
    const { url, proof } = await ctx.mailboxes.begin(provider, state).catch((error) => {
      throw toOperationError(error);
    });
    const stateHash = ctx.sha256(state);
    const vault = await ctx.vault.unlock();
    const attempt = {
      storeId: ctx.storeId,
      stateHash,
      provider,
      sessionHash: ctx.sha256(ctx.session),
      sealed: vault.seal(attemptSealContext(stateHash), mailboxProofs.write(proof)),
      expiresAt: new Date(ctx.now().getTime() + ATTEMPT_MS),
    };
    await insertAttempt(ctx.db, attempt);
    return { value: { url } };
  },
});
