import { notFound, Refusal } from '../../../kernel/error.ts';
import { inUseBy } from '../../../kernel/in-use.ts';

/** Users may go while they are looked for; then nothing is in the way any more. */
const TRIES = 3;

/** Deletes what the database lets go, or says what uses it; `remove` answers `null` when there was nothing. */
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
