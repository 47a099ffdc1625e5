import { appOperation } from '../../../kernel/operation.ts';
import { maskedAddress } from '../senders/senders.rules.ts';
import { lockSenders } from '../senders/senders.store.ts';
import { consumeAttempt } from './attempts.store.ts';
import {
  attemptSealContext,
  mailboxProofs,
  mailboxSealContext,
  mailboxTokens,
  type StoredTokens,
  toOperationError,
  unknownConnectionAttempt,
} from './mailboxes.rules.ts';
import { connectedMailbox, mailboxAnswer } from './mailboxes.schema.ts';
import { findByAddress, insertMailbox, renewMailbox } from './mailboxes.store.ts';

export const finishMailboxConnection = appOperation({
  name: 'finish_mailbox_connection',
  summary: 'Finish connecting a mailbox with the response of the provider.',
  description: 'Connecting the same address again updates the login of the same mailbox.',
  app: [{ method: 'POST', path: '/mailbox-connections/answer', role: 'editor' }],
  input: mailboxAnswer,
  output: connectedMailbox,
  async run(ctx, answer, _found, auditRows) {
    const stateHash = ctx.sha256(answer.state);
    const attempt = await consumeAttempt(ctx.db, stateHash, ctx.sha256(ctx.session));
    if (!attempt) throw unknownConnectionAttempt();
    const { provider, sealed } = attempt;
    const vault = await ctx.vault.unlock();
    const proof = mailboxProofs.read(vault.open(attemptSealContext(stateHash), sealed));
    const { address, tokens } = await ctx.mailboxes.finish(provider, answer, proof).catch((error) => {
      throw toOperationError(error);
    });
    const { accessToken, refreshToken, expiresInMs } = tokens;
    const expiresAt = new Date(ctx.now().getTime() + expiresInMs).toISOString();
    const held: StoredTokens = { accessToken, refreshToken, expiresAt };
    const value = await ctx.db.transaction(async (tx) => {
      await lockSenders(tx);
      const known = await findByAddress(tx, provider, address);
      const id = known ?? ctx.newId();
      const token = vault.seal(mailboxSealContext(id), mailboxTokens.write(held));
      const row = known
        ? await renewMailbox(tx, id, token)
        : await insertMailbox(tx, {
            ...{ storeId: ctx.storeId, id, provider, address, token },
            maskedAddress: maskedAddress(address),
          });
      await tx.batch(auditRows?.({ id }) ?? []);
      return { ...row, renewed: known !== null };
    });
    return { value };
  },
});
