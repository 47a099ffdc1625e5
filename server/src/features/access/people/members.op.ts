import { z } from 'zod';
import { notFound, OperationError } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation, type Context } from '../../../kernel/operation.ts';
import { pageOf, singlePage } from '../../../kernel/page.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { member, role } from './members.schema.ts';
import { lockOwners, readMembers, removeMemberRow, setMemberRole } from './members.store.ts';

export const listMembers = appOperation({
  name: 'list_members',
  summary: 'List the members of a store and their roles.',
  app: [{ method: 'GET', path: '/members', role: 'viewer' }],
  input: z.object({}),
  output: pageOf(member),
  run: async ({ db }) => ({ value: singlePage(await readMembers(db)) }),
});

/** Changes one member; rejects a change that would leave the store without an owner. */
const changeMember = (
  { db }: Context,
  personId: string,
  change: (tx: Queries) => Promise<boolean>,
  losesOwner: boolean,
): Promise<void> =>
  db.transaction(async (tx) => {
    const owners = await lockOwners(tx);
    if (losesOwner && owners.length === 1 && owners[0] === personId)
      throw new OperationError('conflict', message('owner_needed'));
    if (!(await change(tx))) throw notFound();
  });

export const changeMemberRole = appOperation({
  name: 'change_member_role',
  summary: 'Change the role of a person in a store.',
  app: [{ method: 'PATCH', path: '/members/:personId', role: 'owner' }],
  stepUp: true,
  input: z.object({ personId: z.string(), role }),
  output: z.object({ id: z.string(), role }),
  atomic: true,
  async run(ctx, { personId, role }) {
    await changeMember(ctx, personId, (tx) => setMemberRole(tx, personId, role), role !== 'owner');
    return { value: { id: personId, role } };
  },
});

export const removeMember = appOperation({
  name: 'remove_member',
  summary: 'Remove a person from a store. They lose access with their next call.',
  app: [{ method: 'DELETE', path: '/members/:personId', role: 'owner' }],
  stepUp: true,
  input: z.object({ personId: z.string() }),
  whileSuspended: true,
  output: z.object({ id: z.string(), removed: z.literal(true) }),
  atomic: true,
  async run(ctx, { personId }) {
    await changeMember(ctx, personId, (tx) => removeMemberRow(tx, personId), true);
    return { value: { id: personId, removed: true as const } };
  },
});

export const leaveStore = appOperation({
  name: 'leave_store',
  summary: 'Leave a store. The last owner cannot leave.',
  app: [{ method: 'DELETE', path: '/members/me', role: 'viewer' }],
  input: z.object({}),
  whileSuspended: true,
  output: z.object({ id: z.string(), removed: z.literal(true) }),
  atomic: true,
  async run(ctx) {
    const { id } = ctx.actor;
    await changeMember(ctx, id, (tx) => removeMemberRow(tx, id), true);
    return { value: { id, removed: true as const } };
  },
});
