import type { Push } from '../../../kernel/engine.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { type NewChange, noteChange } from './note-change.store.ts';
import { pushOf } from './pushes.rules.ts';

type Noting = Pick<ActorContext, 'storeId'>;
type Announcing = Pick<ActorContext, 'engine' | 'trouble'>;

/** Notes in the save's own transaction that it is to become a commit; `null` when the store has no repository. */
export async function noteForRepository(
  { storeId }: Noting,
  tx: Queries,
  change: NewChange,
): Promise<Push | null> {
  const noted = await noteChange(tx, storeId, change);
  return noted && pushOf(storeId, noted, noted.position);
}

/** After the transaction, and without waiting: what the engine does not take now the sweep brings it later. */
export function announce({ engine, trouble }: Announcing, push: Push | null): void {
  if (push)
    engine.push(push).catch((error) => trouble(error, 'a commit was not announced; the sweep will do it'));
}
