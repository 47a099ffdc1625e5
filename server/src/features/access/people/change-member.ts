import { notFound, Refusal } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { lockOwners } from './members.store.ts';

/** Changes one member; refuses a change that would leave the store without an owner. */
export const changeMember = (
  { db }: Context,
  personId: string,
  change: (tx: Queries) => Promise<boolean>,
  losesOwner: boolean,
): Promise<void> =>
  db.transaction(async (tx) => {
    const owners = await lockOwners(tx);
    if (losesOwner && owners.length === 1 && owners[0] === personId)
      throw new Refusal('conflict', message('owner_needed'));
    if (!(await change(tx))) throw notFound();
  });
