import type { Push } from '../../../kernel/engine.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { Noted } from './note-change.store.ts';
import { createPush } from './repository-push.rules.ts';

type Announcing = Pick<ActorContext, 'engine' | 'warn'>;

/** What is to be announced of a save that was noted. */
export const pushFor = (storeId: string, noted: Noted | undefined): Push | null =>
  noted ? createPush(storeId, noted, noted.position) : null;

/** After the transaction, and without waiting: what the engine does not take now the sweep brings it later. */
export function announce({ engine, warn }: Announcing, push: Push | null): void {
  if (push)
    engine.push(push).catch((error) => warn(error, 'a commit was not announced; the sweep will do it'));
}
