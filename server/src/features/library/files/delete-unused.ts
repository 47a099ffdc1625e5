import { notFound, OperationError } from '../../../kernel/error.ts';
import { inUseBy } from '../../../kernel/in-use.ts';
import { message } from '../../../kernel/messages/message.ts';

/** Users may disappear while they are listed; then the delete is retried. */
const TRIES = 3;

/**
 * Deletes a record unless something uses it; otherwise rejects the deletion and names the users. `remove`
 * returns `null` if the record does not exist (contract: Senders, secrets, files 5).
 */
export async function deleteUnused<T>(
  remove: () => Promise<T | null | 'in use'>,
  users: () => Promise<Parameters<typeof inUseBy>[0]>,
): Promise<T> {
  for (let i = 0; i < TRIES; i++) {
    const deleted = await remove();
    if (deleted === null) throw notFound();
    if (deleted !== 'in use') return deleted;
    const found = await users();
    if (found.length > 0) throw new OperationError('conflict', inUseBy(found));
  }
  throw new OperationError('conflict', message('in_use_while_saving'));
}
