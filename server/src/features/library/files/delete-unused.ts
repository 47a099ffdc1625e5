import { notFound, Refusal } from '../../../kernel/error.ts';
import { inUseBy } from '../../../kernel/in-use.ts';

/** Users may disappear while they are listed; then the delete is tried again. */
const TRIES = 3;

/** Deletes a record unless something uses it, and refuses with the users; `remove` returns `null` if there is none. */
export async function deleteUnused<T>(
  remove: () => Promise<T | null | 'in use'>,
  users: () => Promise<Parameters<typeof inUseBy>[0]>,
): Promise<T> {
  for (let i = 0; i < TRIES; i++) {
    const deleted = await remove();
    if (deleted === null) throw notFound();
    if (deleted !== 'in use') return deleted;
    const found = await users();
    if (found.length > 0) throw new Refusal('conflict', inUseBy(found));
  }
  throw new Refusal('conflict', 'in use by what is being saved at this moment; try again');
}
